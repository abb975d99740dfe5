import { Unsubscribe } from "../../features/messages/unsubscribe.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<Unsubscribe />);
