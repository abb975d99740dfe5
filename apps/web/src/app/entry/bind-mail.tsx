import { BindMailForm } from "../../features/identity/entry/bind-mail-form.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<BindMailForm />);
