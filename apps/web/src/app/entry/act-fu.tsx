import { CardsActivity } from "../../features/campaigns/cards.tsx";
import { hydrate } from "./hydrate.tsx";

hydrate(<CardsActivity />);
