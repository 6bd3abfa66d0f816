// Plays a page in headless Chromium and prints what a player sees, as JSON: play.mjs MODULES CHROMIUM PAGE
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , modules, chromium, page] = process.argv;
const playwright = createRequire(`${modules}/`)(`${modules}/playwright-core`);
const browser = await playwright.chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });
const context = await browser.newContext({ hasTouch: true, viewport: { width: 900, height: 700 } });
const tab = await context.newPage();
const seen = { errors: [], requests: [] };
tab.on("pageerror", error => seen.errors.push(error.message));
tab.on("request", request => seen.requests.push(request.url()));
tab.on("dialog", dialog => dialog.accept());
await tab.goto(pathToFileURL(page).href);
const keys = async list => { for (const key of list) await tab.keyboard.press(key); };
const look = () => tab.evaluate(() => ({
  letters: [...document.querySelectorAll(".cell")].map(cell => cell.querySelector(".letter").textContent),
  now: document.querySelector(".cell.now").dataset.at,
  word: [...document.querySelectorAll(".cell.word")].map(cell => cell.dataset.at),
  clue: document.getElementById("current").textContent,
  wrong: [...document.querySelectorAll(".cell.wrong")].map(cell => cell.dataset.at),
  state: document.getElementById("state").textContent,
}));

seen.start = await look();
await keys(["S", "E", "X"]);
seen.typed = await look();
await tab.click("#check");
seen.checked = await look();
await keys(["Backspace", "a"]);
seen.erased = await look();
await keys(["Tab"]);
seen.tabbed = await look();
await keys(["Shift+Tab", "Home", "ArrowDown"]);
seen.turned = await look();
await keys(["ArrowDown"]);
seen.below = await look();
await tab.touchscreen.tap(...(await tab.locator('[data-at="1,1"] rect').boundingBox().then(box => [box.x + 9, box.y + 9])));
seen.tapped = await look();
await tab.click("#reveal-square");
seen.revealed = await look();
await tab.click("#reveal-word");
seen.revealedWord = await look();
await tab.click("#reveal-all");
seen.all = await look();
await tab.click("#clear");
seen.cleared = await look();
if (process.env.CPFILL_SHOT) await tab.screenshot({ path: process.env.CPFILL_SHOT });
await browser.close();
process.stdout.write(JSON.stringify(seen));
