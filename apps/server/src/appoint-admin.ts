/** The first admins of an installation, and the way back where fewer than two are left: `npm run appoint-admin -- ops@example.com 姓名`. */
import { openKeys } from "./platform/key-service.ts";
import { createPasswords } from "./platform/passwords.ts";
import { loadConfig } from "./platform/config.ts";
import { createPlatform } from "./platform/index.ts";
import { appointAdmin } from "./modules/operations/index.ts";

const [email, name = "管理员"] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);

if (!email?.includes("@")) {
  say("用法：npm run appoint-admin -- <邮箱> [姓名]");
  process.exit(1);
}
const platform = createPlatform(loadConfig(await openKeys(process.env)));
try {
  const made = await appointAdmin({ ...platform, passwords: createPasswords() }, email, name);
  if ("password" in made) {
    say(`已任命管理员 ${email}，初始密码 ${made.password}，首次登录必须修改并绑定验证器，24 小时后才能处理资金`);
  } else if (made.refused === "emailTaken") say("这个邮箱已经有操作员账号，请换一个");
  else say("在用的管理员已有两位，请由他们在运营后台新增");
  process.exitCode = "password" in made ? 0 : 1;
} finally {
  await platform.database.close();
}
