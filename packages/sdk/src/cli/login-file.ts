import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createCoralHub, type CoralHub } from "../client.ts";
import { Usage } from "./arguments.ts";

export type Login = { url: string; appId: string; token?: string; privateKey?: string };
type Environment = Readonly<Record<string, string | undefined>>;

const fileOf = (environment: Environment): string =>
  environment["CORALHUB_LOGIN"] ?? join(environment["HOME"] ?? homedir(), ".config/coralhub/login.json");

/** For nobody's eyes but the owner's. */
export async function keepLogin(environment: Environment, login: Login): Promise<string> {
  const file = fileOf(environment);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  // The mode above is only for a new file.
  await chmod(file, 0o600);
  return file;
}

async function readLogin(environment: Environment): Promise<Login> {
  try {
    return JSON.parse(await readFile(fileOf(environment), "utf8")) as Login;
  } catch {
    throw new Usage("还没有登录，请先运行 coralhub login");
  }
}

export function clientFor({ url, appId, token, privateKey }: Login): CoralHub {
  if (token === undefined && privateKey === undefined) throw new Usage("请给出 --token（沙箱）或 --key（私钥文件）");
  const credentials = token === undefined ? { privateKey: privateKey! } : { token };
  return createCoralHub({ baseUrl: url, appId, credentials });
}
export const savedClient = async (environment: Environment): Promise<CoralHub> =>
  clientFor(await readLogin(environment));
