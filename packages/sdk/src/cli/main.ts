#!/usr/bin/env node
import { runCommand } from "./commands.ts";
import { CoralHubError } from "../call-error.ts";
import { Usage } from "./arguments.ts";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

try {
  await runCommand(process.argv.slice(2), {
    say: (line) => console.log(line),
    environment: process.env,
    signal: stop.signal,
  });
} catch (error) {
  if (error instanceof CoralHubError) {
    const fields = Object.entries(error.fields).map(([name, problem]) => `  ${name}：${problem}`);
    console.error(
      [`✗ ${error.message}（${error.code}）`, ...fields, ...(error.doc ? [`  ${error.doc}`] : [])].join("\n"),
    );
  } else if (error instanceof Usage) console.error(`✗ ${error.message}`);
  else console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
