// Speaks HTTP/2 alone, and passes requests on: node http2.mjs PORT CERTIFICATE KEY. It prints its own port.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";

const [port, cert, key] = process.argv.slice(2);
const server = createSecureServer({ cert: readFileSync(cert), key: readFileSync(key) });
server.on("stream", (stream, headers) => {
  const { ":method": method, ":path": path, ...others } = headers;
  const passed = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith(":")));
  const on = request({ host: "127.0.0.1", port, method, path, headers: passed }, (answer) => {
    const { connection, "keep-alive": alive, "transfer-encoding": chunked, ...kept } = answer.headers;
    stream.respond({ ":status": answer.statusCode, ...kept });
    answer.pipe(stream);
  });
  on.on("error", () => stream.close());
  stream.on("error", () => on.destroy());
  stream.on("close", () => on.destroy());
  stream.pipe(on);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
