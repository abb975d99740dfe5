import type { CardHead } from "@coralhub/contract";
import { cardText, looksLikeCardNumber } from "@coralhub/domain";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { cardQuery, cardsQuery } from "./cards-calls.ts";

type Shown = Pick<CardHead, "id" | "cardName" | "lastFour">;
const optionOf = ({ id, cardName, lastFour }: Shown) => ({ value: id, label: cardText({ name: cardName, lastFour }) });

type Props = {
  label: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** Which of those in use may be chosen. */
  isOffered: (card: CardHead) => boolean;
  allowClear?: boolean;
};

/** One of the merchant's cards: the newest hundred at once, any other by its name or its last four. */
export function CardSelect({ label, value, onChange, isOffered, allowClear = false }: Props) {
  const [text, setText] = useState("");
  // A number somebody pastes here is not sent.
  const filters = text.trim() === "" || looksLikeCardNumber(text) ? {} : { cardName: text.trim() };
  const { data } = useQuery(cardsQuery({ group: "used", pageSize: 100, filters }));
  const offered = (data?.records ?? []).filter(isOffered);
  // The one that is chosen may be beyond those, or in use no more.
  const isListed = value === null || offered.some(({ id }) => id === value);
  const chosen = useQuery({ ...cardQuery(value ?? ""), enabled: data !== undefined && !isListed }).data;
  const options = [...(chosen && !isListed && text === "" ? [chosen] : []), ...offered].map(optionOf);
  return (
    <Select
      aria-label={label}
      placeholder="没有"
      allowClear={allowClear}
      value={isListed || chosen ? (value ?? undefined) : undefined}
      options={options}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      notFoundContent="没有这样的卡片"
      onChange={(next?: string) => onChange(next ?? null)}
    />
  );
}
