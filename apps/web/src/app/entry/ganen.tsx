import { GiftActivity } from "../../features/campaigns/gift.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<GiftActivity />);
