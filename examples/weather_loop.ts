/** A streaming agent loop with two tools: text is printed as it arrives, the answer on the last line. */

import Anthropic from "@anthropic-ai/sdk";

type ToolFunction = (input: Readonly<Record<string, unknown>>) => string;

const MODEL = "claude-haiku-5-5";
const MAX_TOKENS = 1024;
const MAX_ROUNDS = 8;

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

const FUNCTIONS = new Map<string, ToolFunction>([
  ["get_weather", getWeather],
  ["search_help", searchHelp],
]);

/** The model's answer, after every tool call it made on the way. Throws when none comes. */
export async function run(client: Anthropic, question: string): Promise<string> {
  const conversation: Anthropic.MessageParam[] = [{ role: "user", content: question }];
  let reply = await streamReply(client, conversation);
  let rounds = 0;
  while (reply.stop_reason === "tool_use" && rounds < MAX_ROUNDS) {
    conversation.push(...exchange(reply));
    reply = await streamReply(client, conversation);
    rounds += 1;
  }
  if (reply.stop_reason !== "end_turn") {
    throw new Error(`no answer: the reply after ${rounds} rounds of calls ended with ${reply.stop_reason}`);
  }
  return joinedText(reply);
}

async function streamReply(client: Anthropic, conversation: Anthropic.MessageParam[]): Promise<Anthropic.Message> {
  const stream = client.messages.stream({ model: MODEL, max_tokens: MAX_TOKENS, tools: TOOLS, messages: conversation });
  stream.on("text", (piece) => process.stdout.write(piece));
  const reply = await stream.finalMessage();
  if (joinedText(reply)) process.stdout.write("\n");
  return reply;
}

function joinedText(reply: Anthropic.Message): string {
  return reply.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** The reply as it came, and one message with a result for each of its calls, in their order. */
function exchange(reply: Anthropic.Message): Anthropic.MessageParam[] {
  const calls = reply.content.filter((block) => block.type === "tool_use");
  return [
    { role: "assistant", content: reply.content },
    { role: "user", content: calls.map((call) => ({ type: "tool_result", tool_use_id: call.id, ...outcomeOf(call) })) },
  ];
}

function outcomeOf(call: Anthropic.ToolUseBlock): { content: string; is_error: boolean } {
  try {
    return { content: runTool(call), is_error: false };
  } catch (fault) {
    return { content: `${call.name} did not work. ${fault}`, is_error: true };
  }
}

function runTool(call: Anthropic.ToolUseBlock): string {
  const tool = FUNCTIONS.get(call.name);
  if (tool === undefined) throw new Error("there is no such tool");
  return tool(call.input as Record<string, unknown>);
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
