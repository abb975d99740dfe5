/** The first admin of a fresh production system: `npm run appoint-admin -- ops@example.com 姓名`. */
import { createPasswords } from "./platform/passwords.ts";
import { loadConfig } from "./platform/config.ts";
import { createPlatform } from "./platform/index.ts";
import { appointFirstAdmin } from "./modules/operations/index.ts";

const [email, name = "管理员"] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);

if (!email?.includes("@")) {
  say("用法：npm run appoint-admin -- <邮箱> [姓名]");
  process.exit(1);
}
const platform = createPlatform(loadConfig(process.env));
try {
  const password = await appointFirstAdmin({ ...platform, passwords: createPasswords() }, email, name);
  if (password) say(`已创建管理员 ${email}，初始密码 ${password}，首次登录必须修改并绑定验证器`);
  else say("已经有操作员，请由管理员在运营后台新增");
  process.exitCode = password ? 0 : 1;
} finally {
  await platform.database.close();
}
