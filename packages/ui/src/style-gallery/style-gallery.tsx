import { Segmented } from "antd";
import { PageHeader } from "../pages/page-header.tsx";
import type { ThemeMode } from "../theme-mode.ts";
import { useTheme } from "../theme-provider.tsx";
import { EntryParts } from "./entry.tsx";
import { Foundations } from "./foundations.tsx";
import { Bars, Figures, Templates } from "./frames.tsx";
import { Lists } from "./lists.tsx";
import { Parts } from "./parts.tsx";
import "./style-gallery.css";

const MODES: { value: ThemeMode; label: string }[] = [
  { value: "light", label: "浅色" },
  { value: "dark", label: "深色" },
  { value: "system", label: "跟随系统" },
];

/** Every part in its states: what is not here does not exist in the house. */
export function StyleGallery() {
  const { mode, setMode } = useTheme();
  return (
    <div className="style-gallery">
      <PageHeader
        title="样式"
        intro="墨色是结构，珊瑚是下一步，灰色是其余的一切"
        actions={<Segmented options={MODES} value={mode} onChange={setMode} />}
      />
      <Foundations />
      <Parts />
      <Figures />
      <Lists />
      <Bars />
      <Templates />
      <EntryParts />
    </div>
  );
}
