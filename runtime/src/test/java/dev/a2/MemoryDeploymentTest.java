package dev.a2;

class MemoryDeploymentTest extends DeploymentRules {
    MemoryDeploymentTest() {
        super(new World());
    }
}
