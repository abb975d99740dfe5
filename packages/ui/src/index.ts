export { EmptyState, ErrorState, RefusedState } from "./feedback/states.tsx";
export { FileReady, LongWork, Progress } from "./feedback/long-work.tsx";
export { Bone, PageSkeleton, RowsSkeleton, Waiting } from "./feedback/skeletons.tsx";
export { LostDrawing } from "./feedback/drawings.tsx";
export { toast } from "./feedback/toast.tsx";
export * as icons from "./icons.tsx";
export type { IconProps } from "./icons.tsx";
export { Link, LinkProvider, type LinkProps } from "./link.tsx";
export { Brand, BrandMark } from "./parts/brand.tsx";
export { Branches } from "./parts/branches.tsx";
export { CodeBoxes as CodeInput, type CodeBoxesProps as CodeInputProps } from "./parts/code-boxes.tsx";
export { Notice, type NoticeProps } from "./parts/notice.tsx";
export { QuoteRing } from "./parts/quote-ring.tsx";
export { Steps, type Step } from "./parts/steps.tsx";
export { useCountdown } from "./parts/use-countdown.ts";
export { AppFrame, Banner, Footer } from "./shell/app-frame.tsx";
export { MenuButton, type MenuEntry } from "./shell/menu-button.tsx";
export { BottomBar, MobileBar, type BottomItem } from "./shell/mobile-bars.tsx";
export { SideBar, type SideGroup } from "./shell/side-bar.tsx";
export { Badge, countText, TopBar, type Account, type BarItem, type TopBarProps } from "./shell/top-bar.tsx";
export type { ThemeMode } from "./theme-mode.ts";
export { ThemedArea, ThemeProvider, useTheme } from "./theme-provider.tsx";
export { useMediaQuery, useNarrow } from "./use-media-query.ts";
export { useBegun, useDebounced, useSlow, useThrottled } from "./use-timing.ts";
export { CopyButton, Copyable } from "./values/copy.tsx";
export { Masked, MaskedPhone, Sep } from "./values/masked.tsx";
export { amountText, grouped, moneyText, roundTo, shortAmountText, type SignStyle } from "./values/money-text.ts";
export { Amount, Money, Unknown } from "./values/money.tsx";
export { describeState, StateDot, StateTag, type StateProps } from "./values/state.tsx";
export { CurrencyTile, IconTile, PlatformTile } from "./values/tiles.tsx";
export { addDays, beijingDay, feedTime, promiseDay, promiseMoment, tableTime, weekday } from "./values/time-text.ts";
export { NameCell } from "./list/cell.tsx";
export { ChosenSum } from "./list/chosen-sum.tsx";
export { ListPage, SummaryStrip } from "./list/list-page.tsx";
export {
  readListState,
  toListInput,
  writeListState,
  type DateRange,
  type FilterValue,
  type ListState,
} from "./list/list-state.ts";
export type { ListFailure, ListPageProps, ListTabs, SummaryItem } from "./list/list-types.ts";
export { Pager } from "./list/pager.tsx";
export { oneQuestion } from "./list/one-question.ts";
export { useList, type ListController, type UrlState } from "./list/use-list.ts";
export { PageHeader } from "./pages/page-header.tsx";
export { Columns, Facts, FeedRow, Panel, type Fact } from "./pages/panel.tsx";
export { HoldCard } from "./pages/hold-card.tsx";
export { PdfViewer } from "./pictures/pdf-viewer.tsx";
export { PlatformLogo } from "./platforms/platform-logo.tsx";
export { PictureViewer } from "./pictures/picture-viewer.tsx";
export { pastNodes, Timeline, type TimelineNode } from "./pages/timeline.tsx";
export { ActionBar, DetailPage, FormPage, HelpAside, LandingPage, ResultPage, WizardPage } from "./pages/templates.tsx";
export { DateField } from "./form/date-field.tsx";
export type { ControlProps, Field, FieldValue, Option, Review, Rule, Section, Values } from "./form/field.ts";
export { SchemaForm } from "./form/schema-form.tsx";
export { fileSizeText } from "./form/upload-rules.ts";
export { UploadTile, type UploadedFile } from "./form/upload-tile.tsx";
export { readDraft, useDraft, useLeaveGuard, type DraftStore } from "./form/use-draft.ts";
export { useSchemaForm, type SchemaFormState } from "./form/use-schema-form.ts";
export { rule, type Errors } from "./form/validate.ts";
export { MonthCalendar, type DayMark } from "./calendar/month-calendar.tsx";
export { addMonths } from "./calendar/month.ts";
export { RateChart, type RateChartPoint } from "./charts/rate-chart.tsx";
export { TrendChart, type TrendPoint } from "./charts/trend-chart.tsx";
