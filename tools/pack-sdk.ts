import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const SDK = join(ROOT, "packages/sdk");
/** Runtimes do not strip types of what is installed: what is given away is JavaScript with its types beside it. */
const BUILD = {
  extends: join(ROOT, "tsconfig.base.json"),
  compilerOptions: {
    noEmit: false,
    incremental: false,
    declaration: true,
    rootDir: join(SDK, "src"),
    types: ["node"],
    typeRoots: [join(ROOT, "node_modules/@types")],
  },
  files: ["index.ts", "cli/main.ts"].map((file) => join(SDK, "src", file)),
};

async function compile(outDir: string, folder: string): Promise<void> {
  const project = join(folder, "tsconfig.json");
  await writeFile(project, JSON.stringify({ ...BUILD, compilerOptions: { ...BUILD.compilerOptions, outDir } }));
  await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", project]);
}

/** The package as others install it: `npm pack` of the compiled client and command. Answers where the file is. */
export async function packSdk(target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "coralhub-sdk-"));
  try {
    const stage = join(folder, "package");
    await mkdir(stage);
    await compile(join(stage, "dist"), folder);
    const {
      private: _ours,
      exports: _sources,
      bin: _command,
      ...about
    } = JSON.parse(await readFile(join(SDK, "package.json"), "utf8")) as Record<string, unknown>;
    const given = {
      ...about,
      description: "Typed client of the CoralHub open API, and the command coralhub",
      bin: { coralhub: "./dist/cli/main.js" },
      exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
      files: ["dist"],
      engines: { node: ">=20" },
    };
    await writeFile(join(stage, "package.json"), `${JSON.stringify(given, null, 2)}\n`);
    await cp(join(SDK, "README.md"), join(stage, "README.md"));
    const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", resolve(target)], { cwd: stage });
    return join(resolve(target), stdout.trim());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const target = process.argv[2] ?? join(SDK, "dist");
  await mkdir(target, { recursive: true });
  console.log(await packSdk(target));
}
