import { test } from "./test.ts";
import { keepWindow } from "./page-health.ts";
import { lookAt, publicPages } from "./portal-page-list.ts";

test.describe("for everybody", () => lookAt(keepWindow(), publicPages, "documents"));
