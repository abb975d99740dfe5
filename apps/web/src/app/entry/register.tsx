import { RegisterForm } from "../../features/identity/entry/register-form.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<RegisterForm />);
