import { BRAND } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import type { OperationsDeps } from "./deps.ts";
import { newInitialPassword } from "./initial-password.ts";
import { findOperatorById, setInitialPassword } from "./operators-store.ts";

export const INITIAL_PASSWORD_TOPIC = "operations.initial-password";

/** Goes to the operator's own mailbox: no admin ever sees it. */
export const askForInitialPassword = (
  deps: Pick<OperationsDeps, "outbox">,
  tx: Tx,
  operatorId: string,
  changeId: string,
) =>
  deps.outbox.enqueue(tx, {
    topic: INITIAL_PASSWORD_TOPIC,
    reference: changeId,
    merchantId: null,
    payload: { operatorId },
  });

/**
 * Made when it is sent, so that it lies nowhere: of two attempts the later one counts. An operator who has changed it
 * meanwhile keeps the own one.
 */
export const deliverInitialPassword =
  (deps: Pick<OperationsDeps, "database" | "passwords" | "random" | "rails">): OutboxHandler =>
  async ({ id: reference, payload }) => {
    const { operatorId } = payload as { operatorId: string };
    const operator = await findOperatorById(deps.database.db, operatorId);
    if (!operator?.passwordInitial) return { result: "delivered" };
    const password = newInitialPassword(deps.random);
    const hash = await deps.passwords.hash(password);
    const isSet = await deps.database.transaction((tx) => setInitialPassword(tx, operatorId, hash));
    if (!isSet) return { result: "delivered" };
    await deps.rails.notifications.send({
      reference,
      channel: "email",
      to: operator.email,
      subject: `${BRAND.name}运营后台：初始密码`,
      text: `${operator.name}，您好。您的初始密码是 ${password}，首次登录必须修改。如果这不是您预期的，请立即联系另一位管理员。`,
      code: password,
    });
    return { result: "delivered" };
  };
