import { Refusal } from "@coralhub/contract";
import { CAPTCHA_WORK_BITS, isEnoughWork, workText } from "@coralhub/domain";
import { createHash } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Random } from "../../../platform/random.ts";
import type { CaptchaRail } from "../../../rails/captcha/index.ts";
import { insertCaptcha, storeTicket, takeAnswer, spendTicket, type OwnCaptchaKind } from "./captchas-store.ts";
import { drawSlider, SLIDER } from "./draw-slider.ts";
import { isInPlace, isPlausibleTrace, type TracePoint } from "./judge-slider.ts";
import { makeQuestion } from "./make-question.ts";

const LIFE_SECONDS = 120;
/** Long enough to finish typing a form after the puzzle. */
const TICKET_SECONDS = 300;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type CaptchaDeps = {
  database: Pick<Database, "db">;
  clock: Clock;
  random: Random;
  ids: Ids;
  /** Who judges visitors where it is not us. */
  captcha: CaptchaRail;
};
type Slide = { x: number; trace: readonly TracePoint[]; nonce: string };
type Counted = (judge: () => Promise<void>) => Promise<void>;
export type Captchas = ReturnType<typeof createCaptchas>;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();
/** Before the one answer is used up: whoever did not do the work has not answered. */
function requireWork(id: string, nonce: string, kind: OwnCaptchaKind): void {
  if (!isEnoughWork(hashOf(workText(id, nonce)), CAPTCHA_WORK_BITS[kind])) throw new Refusal("identity.captcha_failed");
}

function requirePlace({ x, trace }: Slide, answer: number): void {
  if (!isInPlace(x, answer) || !isPlausibleTrace(trace, x)) throw new Refusal("identity.captcha_failed");
}
const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString("base64")}`;

/** What a solved captcha is worth: one call, within minutes. */
function createTickets({ database: { db }, clock, random }: Pick<CaptchaDeps, "database" | "clock" | "random">) {
  return {
    async give(id: string) {
      const secret = random.bytes(24).toString("base64url");
      const until = new Date(clock.now().getTime() + TICKET_SECONDS * 1000);
      await storeTicket(db, id, hashOf(secret), until);
      return { ticket: `${id}.${secret}`, expiresInSeconds: TICKET_SECONDS };
    },
    /** Uses a ticket up. Refuses a missing, foreign, old or used one. */
    async demand(ticket: string | undefined) {
      if (!ticket) throw new Refusal("identity.captcha_required");
      const [id, secret] = ticket.split(".");
      const good = id && secret && UUID.test(id) && (await spendTicket(db, id, hashOf(secret), clock.now()));
      if (!good) throw new Refusal("identity.captcha_expired");
    },
  };
}

/** A ticket nobody solved anything for: drawing a picture takes longer than all the rest of a registration. */
export async function plantTicket(deps: Omit<CaptchaDeps, "captcha">): Promise<string> {
  const id = deps.ids.next();
  const expiresAt = new Date(deps.clock.now().getTime() + LIFE_SECONDS * 1000);
  await insertCaptcha(deps.database.db, { id, kind: "provider", answer: "", expiresAt });
  return (await createTickets(deps).give(id)).ticket;
}

/** The service that is configured decides, about each proof once; whom it lets pass gets a ticket of ours. */
const judgeByProvider =
  ({ database: { db }, clock, ids, captcha }: CaptchaDeps, tickets: ReturnType<typeof createTickets>) =>
  async (proof: string, address: string) => {
    if (captcha.offer.provider === "own") throw new Refusal("identity.captcha_elsewhere");
    const verdict = await captcha.judge({ proof, address });
    if (verdict === "unknown") throw new Refusal("identity.captcha_silent");
    if (verdict === "failed") throw new Refusal("identity.captcha_failed");
    const id = ids.next();
    const expiresAt = new Date(clock.now().getTime() + LIFE_SECONDS * 1000);
    await insertCaptcha(db, { id, kind: "provider", answer: "", expiresAt });
    return tickets.give(id);
  };

export function createCaptchas(deps: CaptchaDeps) {
  const { clock, random, ids, captcha } = deps;
  const { db } = deps.database;
  const tickets = createTickets(deps);
  const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  /** Where somebody else judges, our own challenges would be the weaker door. */
  const requireOwn = () => {
    if (captcha.offer.provider !== "own") throw new Refusal("identity.captcha_elsewhere");
  };
  /** A captcha takes one answer: whoever guesses must draw, or read, a new one each time. */
  const answerOf = async (id: string, kind: "slider" | "normal") => {
    const answer = UUID.test(id) ? await takeAnswer(db, id, kind, clock.now()) : undefined;
    if (answer === undefined) throw new Refusal("identity.captcha_expired");
    return answer;
  };

  return {
    offer: captcha.offer,
    judge: judgeByProvider(deps, tickets),
    async makeSlider() {
      requireOwn();
      const { x, y, board, piece } = await drawSlider(random);
      const id = ids.next();
      await insertCaptcha(db, { id, kind: "slider", answer: String(x), expiresAt: inSeconds(LIFE_SECONDS) });
      return {
        captchaId: id,
        kind: "slider" as const,
        board: dataUrl(board),
        piece: dataUrl(piece),
        width: SLIDER.width,
        height: SLIDER.height,
        pieceSize: SLIDER.piece,
        pieceY: y,
        workBits: CAPTCHA_WORK_BITS.slider,
        expiresInSeconds: LIFE_SECONDS,
      };
    },
    /** `counted` sees answers to a picture that was there, after their work: what costs nothing counts against nobody. */
    async solveSlider(id: string, slide: Slide, counted: Counted = (judge) => judge()) {
      requireOwn();
      requireWork(id, slide.nonce, "slider");
      const answer = Number(await answerOf(id, "slider"));
      await counted(async () => requirePlace(slide, answer));
      return tickets.give(id);
    },
    async makeQuestion() {
      requireOwn();
      const { question, answer } = makeQuestion(random);
      const id = ids.next();
      await insertCaptcha(db, { id, kind: "normal", answer, expiresAt: inSeconds(LIFE_SECONDS) });
      return {
        captchaId: id,
        kind: "normal" as const,
        question,
        workBits: CAPTCHA_WORK_BITS.normal,
        expiresInSeconds: LIFE_SECONDS,
      };
    },
    async solveQuestion(id: string, { answer: text, nonce }: { answer: string; nonce: string }) {
      requireOwn();
      requireWork(id, nonce, "normal");
      const answer = await answerOf(id, "normal");
      // Full-width digits are what many input methods give.
      if (text.normalize("NFKC").replaceAll(/\D/g, "") !== answer) throw new Refusal("identity.captcha_failed");
      return tickets.give(id);
    },
    demand: tickets.demand,
  };
}
