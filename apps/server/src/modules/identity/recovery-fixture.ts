import { identityEndpoints as identity } from "@coralhub/contract";
import type { TestMerchant, TestServer } from "@coralhub/testkit";

/** The desk gives the account to whoever holds the new phone, who then sets a password and signs in. */
export async function giveBack(server: TestServer, merchant: TestMerchant, newMobile: string): Promise<TestMerchant> {
  await server.call(identity.sendRecoveryCode, { newMobile, param: await server.captchaTicket() });
  const { reference: id } = await server.call(identity.requestRecovery, {
    username: merchant.mobile,
    newMobile,
    verifyCode: await server.codeSentTo(newMobile),
    contactName: "林见南",
    story: "深圳市某某科技有限公司，上周收到 Amazon 打款 1,200 美元",
  });
  const [maker, checker] = [await server.operatorToken("reviewer"), await server.operatorToken("admin")];
  await server.call(identity.proposeRecovery, { id, accept: true, note: "视频核对身份证和法人" }, { token: maker });
  await server.call(identity.decideRecovery, { id, accept: true }, { token: checker });
  const param = await server.captchaTicket();
  const smsCaptcha = await server.codeAfter(newMobile, () =>
    server.call(identity.sendResetCode, { mobile: newMobile, param }),
  );
  const password = "Found#2027again";
  await server.call(identity.resetPassword, { mobile: newMobile, smsCaptcha, password });
  const { token } = await server.call(identity.login, { username: newMobile, password });
  return { ...merchant, mobile: newMobile, password, token };
}
