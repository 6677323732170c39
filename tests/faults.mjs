// What the official TypeScript SDK makes of faults in streams. Standard input holds a request and a list of scripts;
// each script is played by the simulator at the URL given. Printed is, for each, how many events came, then the final
// message (its reason to stop and what each block holds) or what was raised.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import Anthropic from "@anthropic-ai/sdk";

const baseURL = process.argv[2];
const client = new Anthropic({ baseURL, apiKey: "any", maxRetries: 0 });

function post(route, content) {
  const headers = { "content-type": "application/json" };
  return fetch(`${baseURL}/_rystic/${route}`, { method: "POST", headers, body: content && JSON.stringify(content) });
}

async function releaseUntil(over) {
  while (!over.aborted) {
    await post("release");
    await sleep(10);
  }
}

async function seen(request) {
  let events = 0;
  const stream = client.messages.stream(request).on("streamEvent", () => (events += 1));
  try {
    const message = await stream.finalMessage();
    const content = message.content.map((block) => block.text ?? block.input);
    return { events, message: [message.stop_reason, ...content], raised: null };
  } catch (error) {
    return { events, message: null, raised: error.constructor.name };
  }
}

const { request, scripts } = JSON.parse(readFileSync(0, "utf-8"));
const found = [];
for (const replies of scripts) {
  await post("replies", { replies });
  const over = new AbortController();
  const released = releaseUntil(over.signal);
  found.push(await seen(request));
  over.abort();
  await released;
}
console.log(JSON.stringify(found));
