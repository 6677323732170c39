/** A streaming agent loop with two tools: text is printed as it arrives, the answer on the last line. */

import Anthropic from "@anthropic-ai/sdk";

type Handler = (input: Readonly<Record<string, unknown>>) => string;

const MODEL = "claude-haiku-5-5";
const MAX_TOKENS = 1024;
const MAX_REPLIES = 10;

const TOOLS: Anthropic.Tool[] = [
  {
    name: "get_weather",
    description: "The weather in a city right now.",
    input_schema: {
      type: "object",
      properties: { city: { type: "string", description: "A city's name, such as Paris." } },
      required: ["city"],
    },
  },
  {
    name: "search_help",
    description: "Titles of help pages about a topic.",
    input_schema: {
      type: "object",
      properties: {
        query: { type: "string", description: "What the page should be about." },
        limit: { type: "integer", description: "The most titles to return; 3 when left out." },
      },
      required: ["query"],
    },
  },
];

const FORECASTS = new Map([
  ["Lyon", "24 degrees, light wind"],
  ["Paris", "19 degrees, showers"],
]);
const HELP_PAGES = ["Change an order", "Cancel an order", "Return a parcel"];

const HANDLERS = new Map<string, Handler>([
  ["get_weather", getWeather],
  ["search_help", searchHelp],
]);

/** The model's answer, after every tool call it made on the way. Throws when none comes. */
export async function run(client: Anthropic, question: string): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
  for (let replies = 0; replies < MAX_REPLIES; replies += 1) {
    const reply = await streamReply(client, messages);
    messages.push({ role: "assistant", content: reply.content });
    if (reply.stop_reason === "end_turn") return textIn(reply);
    if (reply.stop_reason !== "tool_use") {
      throw new Error(`the reply ended with ${reply.stop_reason}, without an answer`);
    }
    messages.push({ role: "user", content: reply.content.filter(isCall).map(resultOf) });
  }
  throw new Error(`no answer after ${MAX_REPLIES} replies`);
}

async function streamReply(client: Anthropic, messages: Anthropic.MessageParam[]): Promise<Anthropic.Message> {
  const stream = client.messages.stream({ model: MODEL, max_tokens: MAX_TOKENS, tools: TOOLS, messages });
  stream.on("text", (piece) => process.stdout.write(piece));
  const reply = await stream.finalMessage();
  if (textIn(reply)) process.stdout.write("\n");
  return reply;
}

function textIn(reply: Anthropic.Message): string {
  return reply.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function isCall(block: Anthropic.ContentBlock): block is Anthropic.ToolUseBlock {
  return block.type === "tool_use";
}

function resultOf(call: Anthropic.ToolUseBlock): Anthropic.ToolResultBlockParam {
  try {
    return { type: "tool_result", tool_use_id: call.id, content: runTool(call) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { type: "tool_result", tool_use_id: call.id, content: `${call.name} failed: ${reason}`, is_error: true };
  }
}

function runTool(call: Anthropic.ToolUseBlock): string {
  const handler = HANDLERS.get(call.name);
  if (handler === undefined) throw new Error("there is no such tool");
  return handler(call.input as Record<string, unknown>);
}

function getWeather(input: Readonly<Record<string, unknown>>): string {
  const forecast = FORECASTS.get(String(input.city));
  if (forecast === undefined) {
    throw new Error(`there is no forecast for ${input.city}, only for ${[...FORECASTS.keys()].join(", ")}`);
  }
  return forecast;
}

function searchHelp(input: Readonly<Record<string, unknown>>): string {
  const limit = input.limit ?? 3;
  if (!Number.isInteger(limit)) throw new Error(`limit has to be a whole number, not ${limit}`);
  const words = wordsOf(String(input.query));
  const matches = HELP_PAGES.map((title) => ({ title, shared: shareOf(words, title) })).filter(({ shared }) => shared > 0);
  const bestFirst = matches.sort((one, other) => other.shared - one.shared).map(({ title }) => title);
  return bestFirst.slice(0, Number(limit)).join("\n") || "No page matches.";
}

function shareOf(words: ReadonlySet<string>, title: string): number {
  return [...wordsOf(title)].filter((word) => words.has(word)).length;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().split(/\s+/));
}

const answer = await run(new Anthropic(), "What is the weather in Paris and in Lyon, and how do I change an order?");
console.log(`Answer: ${answer}`);
