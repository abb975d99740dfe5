import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ThemeProvider } from "../theme-provider.tsx";
import { SchemaForm } from "./schema-form.tsx";
import type { SchemaFormState } from "./use-schema-form.ts";

const ignore = () => undefined;
const form: SchemaFormState = {
  sections: [
    {
      fields: [
        { kind: "text", name: "holder", label: "户名" },
        { kind: "text", name: "number", label: "账号" },
        { kind: "text", name: "note", label: "备注" },
      ],
    },
  ],
  values: {},
  errors: { holder: "请填写户名", number: "账号不对" },
  dirty: true,
  failedSubmits: 1,
  idOf: (name) => `f-${name}`,
  set: ignore,
  blur: ignore,
  validate: () => false,
  setErrors: ignore,
  reset: ignore,
};

test("the error summary names every error and links each to its field", () => {
  const html = renderToString(
    <ThemeProvider>
      <SchemaForm form={form} onSubmit={ignore} />
    </ThemeProvider>,
  );
  const links = [...html.matchAll(/<a [^>]*href="#f-(\w+)"[^>]*>/g)].map(([, name]) => name);
  expect(links).toEqual(["holder", "number"]);
});
