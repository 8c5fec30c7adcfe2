package dev.a2;

class SqliteDeploymentTest extends DeploymentRules {
    SqliteDeploymentTest() {
        super(new World(TempFiles.fresh()));
    }
}
