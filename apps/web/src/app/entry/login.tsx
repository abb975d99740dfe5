import { toast } from "@coralhub/ui/light";
import { LoginForm } from "../../features/identity/entry/login-form.tsx";
import { GLOBAL_ERRORS } from "../../platform/error-catalogue.ts";
import { grantTarget } from "../../platform/return-parameters.ts";
import { session } from "../../platform/session.ts";
import { hydrate } from "./hydrate.tsx";

/** What the specification asks of the login route: a platform's answer is passed on; anyone else starts afresh. */
const target = grantTarget(location.search);
if (target) {
  location.replace(target);
} else {
  session.clear();
  hydrate(<LoginForm />);
  // Whoever was sent here by an expired login reads so.
  if (new URLSearchParams(location.search).get("redirect") === "1")
    setTimeout(() => toast.failed(GLOBAL_ERRORS.expired));
}
