import { createRandom } from '../lib/random.mjs';
import { collect } from './collect.mjs';

const words = (text) => text.split(' ');
const places = words(
  '東京 大阪 京都 横浜 名古屋 神戸 札幌 福岡 仙台 広島 千葉 川崎 埼玉 北九州 堺 新潟 浜松 熊本 相模原 岡山 静岡 鹿児島 船橋 川口 八王子 姫路 宇都宮 松山 西宮 大分 金沢 長崎 高松 富山 岐阜 宮崎 那覇 奈良 秋田 旭川',
);
const loans = words(
  'サーバー データベース ネットワーク システム サービス ユーザー グループ プロジェクト レポート ログイン パスワード メール ファイル フォルダー バックアップ セキュリティ クラウド ゲートウェイ ダッシュボード モニター アラート ジョブ バッチ キュー キャッシュ ストレージ コンテナ クラスター イメージ テンプレート ワークフロー スケジュール カレンダー ドキュメント プリンター ディスプレイ スマートフォン タブレット アプリ ポータル',
);
const nouns = words(
  '管理 監視 検索 登録 認証 決済 配送 在庫 受注 発注 顧客 社員 人事 経理 総務 営業 開発 品質 保守 運用 障害 復旧 通知 設定 分析 集計 予約 申請 承認 連携',
);
const ends = words('センター 支店 営業所 本社 部 課 室 工場 倉庫 研究所');

/** Names of systems and of offices: 在庫管理サーバー, 横浜データセンター. */
export function createJapanese(count, seed) {
  const random = createRandom(seed);
  return collect(count, random, () => {
    if (random.chance(0.5)) {
      const middle = random.chance(0.5) ? random.pick(nouns) : random.pick(loans);
      const number = random.chance(0.3) ? `第${1 + random.below(9)}` : '';
      return random.pick(places) + middle + number + random.pick(ends);
    }
    const before = random.chance(0.6) ? random.pick(nouns) + random.pick(nouns) : random.pick(loans);
    const number = random.chance(0.3) ? String(1 + random.below(99)) : '';
    return before + random.pick(loans) + number;
  });
}
