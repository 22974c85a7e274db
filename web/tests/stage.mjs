/* A server and a browser for the tests of the file that imports this: begun before the first, ended after the
 * last. */
import { after, before } from "node:test";
import { Server, startBrowser } from "./lib.mjs";

export let server, browser;

before(async () => {
    server = await Server.start();
    browser = await startBrowser();
});

after(async () => {
    await browser?.close();
    await server?.stop();
});
