import { FindPasswordForm } from "../../features/identity/entry/find-password-form.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<FindPasswordForm />);
