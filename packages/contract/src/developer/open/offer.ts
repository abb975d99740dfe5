import type { ApiScope } from "@coralhub/domain";
import { z } from "zod";
import type { Endpoint } from "../../endpoint.ts";
import { metadata, metadataChange, type OpenObject } from "./metadata.ts";

/** Something an answer names by its id, which the caller may ask to be given with it. */
export type Related = { by: string; endpoint: Endpoint; of: string };

/**
 * What a program may do, by name: the address it has there, the permission it needs, and the call of the portal whose
 * handler runs. There is no second implementation: input, answer, limits and refusals are that call's own.
 */
export type OpenOperation = {
  /** The portal's call, `capability.name`. */
  of: string;
  endpoint: Endpoint;
  /** What the portal asks of a person and a program proves by its signature; put into the input before the handler runs. */
  fill?: Readonly<Record<string, unknown>>;
  /** Also open to one whose certification does not let money move. */
  always?: true;
  /** Plays the outside world: where that is real, the operation is not there. */
  sandbox?: true;
  /** What it makes or reads carries the program's own words. */
  object?: OpenObject;
  /** By the name it has in `expand`. */
  related?: Readonly<Record<string, Related>>;
  /** Still answered, until then; what to use instead. */
  deprecated?: { since: string; sunset: string; instead: string };
};

type Row = Pick<Endpoint, "path"> &
  Pick<OpenOperation, "fill" | "always" | "sandbox" | "object" | "related" | "deprecated"> & {
    scope: ApiScope;
    /** The portal's limit keeps people from guessing: it holds for programs, too. */
    keepLimit?: true;
    /** A person sees what became of it and does not do it twice; a program that got no answer sends it again. */
    once?: true;
    method?: Endpoint["method"];
    title?: string;
    input?: z.ZodType;
  };

/** A file costs more than a call: its limit holds for programs, too. */
const isCostly = ({ reply, body }: Endpoint): boolean => reply === "file" || body === "multipart";
const limited = ({ rateLimit, ...portal }: Endpoint, keepLimit: boolean): Endpoint =>
  (keepLimit || isCostly(portal)) && rateLimit ? { ...portal, rateLimit } : portal;

const isWrite = (method: Endpoint["method"]): boolean => method !== "GET";
const asObject = (schema: z.ZodType): z.ZodObject | undefined => (schema instanceof z.ZodObject ? schema : undefined);

const expandOf = (names: readonly string[]) => {
  const one = `(${names.join("|")})`;
  return z
    .string()
    .regex(new RegExp(`^${one}(,${one})*$`), `可以展开：${names.join("、")}`)
    .describe(`一并给出相关的对象，用逗号隔开：${names.join("、")}`)
    .optional();
};

/** What the open API asks for besides what the portal does. */
function inputWith(input: z.ZodType, write: boolean, { object, related }: Row): z.ZodType {
  const further = {
    ...(write && object && { metadata: metadataChange.optional() }),
    ...(related && { expand: expandOf(Object.keys(related)) }),
  };
  return Object.keys(further).length === 0 ? input : asObject(input)!.safeExtend(further);
}

/** Answers of one, of some, or of a page of them. */
function outputWith(output: z.ZodType, write: boolean, { object, related }: Row): z.ZodType {
  const expanded = related && Object.entries(related).map(([name, { endpoint }]) => [name, endpoint.output.nullable()]);
  const further = {
    ...(object && !write && { metadata }),
    ...(expanded && {
      expanded: z
        .object(Object.fromEntries(expanded) as Record<string, z.ZodType>)
        .partial()
        .optional(),
    }),
  };
  if (Object.keys(further).length === 0) return output;
  if (output instanceof z.ZodArray) return z.array((output.element as z.ZodObject).safeExtend(further));
  const whole = asObject(output)!;
  const { records } = whole.shape as { records?: z.ZodArray<z.ZodObject> };
  return records
    ? whole.safeExtend({ records: z.array(records.element.safeExtend(further)) })
    : whole.safeExtend(further);
}

export function offer(of: string, portal: Endpoint, row: Row): OpenOperation {
  const { fill, always, sandbox, object, related, deprecated, keepLimit, once, ...own } = row;
  const method = row.method ?? "GET";
  const write = isWrite(method);
  return {
    of,
    endpoint: {
      // A program's limit is counted per app; the portal's is for people.
      ...limited(portal, keepLimit === true),
      ...own,
      method,
      input: inputWith(row.input ?? portal.input, write, row),
      output: outputWith(portal.output, write, row),
      family: "open",
      access: "open",
      ...(once && { idempotent: true }),
    },
    ...(fill && { fill }),
    ...(always && { always }),
    ...(sandbox && { sandbox }),
    ...(object && { object }),
    ...(related && { related }),
    ...(deprecated && { deprecated }),
  };
}

/** Without what a person would type from the phone. */
export const without = (input: z.ZodType, ...names: string[]): z.ZodType =>
  (input as z.ZodObject).omit(Object.fromEntries(names.map((name) => [name, true])) as never);
export const CODE = { verifyCode: "", channel: "sms" } as const;
