/* The server and the browser of the tests in the file that imports this, begun before its first test. run.mjs has one
 * of each for all files; a file that is run alone has its own. Other browsers and servers that a test has started end
 * with the file, whatever became of the test. */
import { after, before } from "node:test";
import { chromium, endAll, Server, startBrowser } from "./lib.mjs";

export let server, browser;

before(async () => {
    const shared = process.env.QUANDARY_STAGE && JSON.parse(process.env.QUANDARY_STAGE);
    server = shared ? Server.at(shared.url) : await Server.start();
    browser = shared ? await chromium.connect(shared.browser) : await startBrowser();
});

after(async () => {
    await browser?.close();
    await endAll();
});
