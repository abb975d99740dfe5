import {
  App,
  Button,
  Card,
  ConfigProvider,
  DatePicker,
  Descriptions,
  Flex,
  Form,
  Input,
  Layout,
  Menu,
  Select,
  Skeleton,
  Table,
  Typography,
} from "antd";
import zhCN from "antd/locale/zh_CN";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { Twin, TwinCall } from "./twin.ts";

declare const TWIN: Twin;
type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const inWords = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

async function ask({ method, path, headers, body }: TwinCall): Promise<unknown> {
  const answer = await fetch(path, { method, headers, ...(body !== null && { body }) });
  return ((await answer.json()) as { data: unknown }).data;
}

/** A list of the answer as a table, as whoever takes the component library as it comes would show it. */
function Rows({ name, rows }: { name: string; rows: Row[] }) {
  const columns = Object.keys(rows[0] ?? {}).map((key) => ({ title: key, dataIndex: key, render: inWords }));
  return (
    <Table
      rowKey={(row) => inWords(row)}
      title={() => name}
      columns={columns}
      dataSource={rows}
      scroll={{ x: "max-content" }}
    />
  );
}

function Answer({ data }: { data: unknown }) {
  if (Array.isArray(data)) return <Rows name="" rows={data.filter(isRow)} />;
  if (!isRow(data)) return <Typography.Text>{inWords(data)}</Typography.Text>;
  const parts = Object.entries(data);
  const lists = parts.filter((part): part is [string, Row[]] => Array.isArray(part[1]) && part[1].every(isRow));
  const rest = parts.filter(([, value]) => !Array.isArray(value));
  return (
    <>
      <Descriptions items={rest.map(([key, value]) => ({ key, label: key, children: inWords(value) }))} />
      {lists.map(([key, rows]) => (
        <Rows key={key} name={key} rows={rows} />
      ))}
    </>
  );
}

function Page() {
  const [answers, setAnswers] = useState<unknown[]>();
  useEffect(() => void Promise.all(TWIN.calls.map(ask)).then(setAnswers), []);
  return (
    <Layout>
      <Layout.Header>
        <Menu mode="horizontal" theme="dark" items={TWIN.menu.map((label) => ({ key: label, label }))} />
      </Layout.Header>
      <Layout.Content>
        <Typography.Title>{TWIN.title}</Typography.Title>
        <Form layout="inline">
          <Form.Item label="时间">
            <DatePicker.RangePicker />
          </Form.Item>
          <Form.Item label="状态">
            <Select options={TWIN.menu.map((value) => ({ value }))} />
          </Form.Item>
          <Form.Item label="关键字">
            <Input.Search />
          </Form.Item>
          <Button type="primary">查询</Button>
        </Form>
        <Flex vertical gap="middle">
          {answers ? answers.map((data, place) => <Card key={place}>{<Answer data={data} />}</Card>) : <Skeleton />}
        </Flex>
      </Layout.Content>
    </Layout>
  );
}

/** The page's own answers, shown by antd in one bundle: what the portal's pages are measured against. */
createRoot(document.getElementById("root")!).render(
  <ConfigProvider locale={zhCN}>
    <App>
      <Page />
    </App>
  </ConfigProvider>,
);
