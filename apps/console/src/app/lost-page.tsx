import { deskAddress } from "@coralhub/domain";
import { LostDrawing, Link } from "@coralhub/ui";
import "./shell.css";

export function LostPage() {
  return (
    <div className="lost">
      <LostDrawing />
      <h1>这个页面不存在</h1>
      <p>地址打不开，或者您的角色用不到它</p>
      <Link to={deskAddress("start")}>回到首页</Link>
    </div>
  );
}
