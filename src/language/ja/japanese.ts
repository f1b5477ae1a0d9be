import type { UnspacedLanguage } from '#src/language/unspaced.ts';

/** What Japanese asks for something with. */
export const JAPANESE: UnspacedLanguage = {
  tag: 'ja',
  name: 'Japanese',
  letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  own: /[売価円単図対広県読営検働々駅払発択録関覧変]|件数|先月|昨年|未満|四半期|上位|下位/u,
  variants: '',
  // 20件の注文, 3店舗, 200ドル.
  counters: `件 個 名 人 社 店舗 店 回 枚 本 台 円 ドル ユーロ % 歳 種類 点 つ か所 カ所 商品 位`,
  of: ['の', 'における', 'に'],
  years: `
    昨年 | 去年 | 前の年 = last year
    今年 | 本年 = this year
    来年 = next year
  `,
  // 2025年3月, 昨年の第3四半期, 過去90日.
  periods: `
    {y}{month}月{day}日 = {day} {Month} {y}
    {y}{month}月 = {Month} {y}
    {y}{month}月[から/〜/~/～/-]{month2}月 | {y}{month}[から/〜/~/～/-]{month2}月 = {Month} {y} to {Month2} {y}
    {y}第{quarter}四半期 | {y}[Q/q]{quarter} = Q{quarter} {y}
    {y}上半期 | {y}上半年 | {y}前半 = H1 {y}
    {y}下半期 | {y}下半年 | {y}後半 = H2 {y}
    {y} = {y}
    {month}月 = {Month}
    {month}月[から/〜/~/～/-]{month2}月 | {month}[から/〜/~/～/-]{month2}月 = {Month} to {Month2}
    先月 | 前月 = last month
    今月 | 当月 = this month
    前四半期 = last quarter
    今四半期 | 当四半期 = this quarter
    先週 = last week
    今週 = this week
    今日 | 本日 = today
    昨日 = yesterday
    年初来 | 年初から = year to date
    [過去/直近/最近/ここ]#[日間/日] = the last # days
    [過去/直近/最近/ここ]#週間 = the last # weeks
    [過去/直近/最近/ここ]#[か月間/か月/ヶ月間/ヶ月/カ月間/カ月/ヵ月/ケ月] = the last # months
    [過去/直近/最近/ここ]#四半期 = the last # quarters
    [過去/直近/最近/ここ]#[年間/年] = the last # years
    {year}年度 | {y}上期 | {y}下期 | #年{month}月{day}日 | #年{month}月 | #年 | #[日間/日/週間/週/時間/分/年間/か月/ヶ月/カ月/ヵ月] = ?
    一昨年 | 前年 | 同期 | 今期 | 前期 | 今年度 | 昨年度 = ?
  `,
  links: ['から', '〜', '~', '～', '-', '–', '—'],
  periodEnds: `
    以降 | 以来 | から = since
    以前 | より前 = around
    まで = until
    より後 | 以後 = around
    の末 | 末 | 年末 | 末時点 = end of
    の初め | 初め | 初頭 = beginning of
    の春 | 春 | の夏 | 夏 | の秋 | 秋 | の冬 | 冬 | 上旬 | 中旬 | 下旬 | 半ば = early
  `,
  // 20件を超える, 20件以上.
  bounds: `
    #を超える | #を超えた | #を超えて | #超の | #超 | #より多い | #より多く | #より大きい | #より高い | #を上回る | #を上回った = more than #
    #以上 | 少なくとも# | 最低でも# = # or more
    #未満 | #より少ない | #より小さい | #より低い | #より安い | #を下回る | #を下回った | #に満たない = less than #
    #以下 | #以内 | 多くとも# | 多くても# = # or less
    ちょうど# = exactly #
    最大# | 最低# | 最高# | 約# | およそ# | #程度 | #前後 | #くらい | #ぐらい | #近く = around #
  `,
  leads: `
    上位# | トップ# | ベスト# | [TOP/Top/top]# | [TOP/Top/top] # = top #
    下位# | ワースト# = bottom #
  `,
  // 売上が最も高い店舗, 多い順.
  ends: `
    [最も/もっとも/一番/いちばん]高い | 最高値 | 最高の | 最高 = highest
    [最も/もっとも/一番/いちばん][安い/低い] | 最安値 | 最安の | 最安 | 最低の | 最低 = lowest
    [最も/もっとも/一番/いちばん]多い | [最も/もっとも/一番/いちばん]多く | 最多の | 最多 = most
    [最も/もっとも/一番/いちばん]少ない | 最少の | 最少 = fewest
    [最も/もっとも/一番/いちばん]大きい | 最大値 | 最大の | 最大 = largest
    [最も/もっとも/一番/いちばん]小さい | 最小値 | 最小の | 最小 = smallest
    [最も/もっとも/一番/いちばん][古い/早い] | 最古の | 最古 | 最初の = earliest
    [最も/もっとも/一番/いちばん]新しい | 最新の | 最新 | 最後の = latest
    [高い/多い/大きい]順 | 降順 = highest first
    [低い/安い/少ない/小さい]順 | 昇順 = lowest first
  `,
  aggregates: `
    平均値 | 平均 = average
    合計 | 総額 | 総計 | 総量 | トータル | 総 = total
    総数 | 全部で何[件/個/名/人/社/店舗/店/回/枚/本/台] | 何[件/個/名/人/社/店舗/店/回/枚/本/台] | いくつ = how many
    件数 | 人数 | 個数 = number of
    いくら | どのくらい | どれくらい = how much
    何種類 | 異なる | 重複なし | 重複を除いた | 重複を除く | ユニークな | ユニーク = different
    中央値 = median
  `,
  // 一度も注文していない, 注文のない, 以外.
  negations: `
    一度も = never
    [て/で][いない/いなかった/いません] | してない | されてない | しなかった | されなかった | ていない = not
    [が/の/は][ない/なかった] | がありません | はありません | なしの | なし = without
    [では/じゃ][ない/なかった] | でない | ではありません = not
    以外 | を除いた | を除いて | を除き | を除く | を除外 | 除外 | を含まない | を含めない | を含めず = excluding
  `,
  undoesNegation: ['しか'],
  groups: `
    月別 | 月ごと | 月毎 | 毎月 | 月次 | 各月 = per month
    年別 | 年ごと | 年毎 | 毎年 | 年次 | 各年 = per year
    四半期別 | 四半期ごと | 四半期毎 | 各四半期 = per quarter
    週別 | 週ごと | 週毎 | 毎週 | 週次 = per week
    日別 | 日ごと | 日毎 | 毎日 | 日次 = per day
  `,
  comparing: `
    前年比 | 前月比 | 前年同期比 | 前年同月比 | 昨対比 | 昨対 | 伸び率 | 成長率 | 増加 | 伸び | 増減 = growth
    比較 | 比べて | 比べ | 対比 | 差 = compared
    減少 | 変化 | 変動 = change
    推移 | 傾向 | トレンド | 予測 = trend
  `,
  asking: `
    どの | どれ | どこ | 誰 | だれ | どんな | 何 = which
    表示して | 教えて | 見せて | 一覧 | リスト | 出して = show
    だけ | のみ | しか = only
    ですか | ますか | でしょうか | ましたか = are there
  `,
  passed: `
    総務 | 総合 | 総裁 | 総会 | 総理 | 総監 | 総支配人
    ませんか | いただけ | くれない | もらえない | いただけない | かもしれない | 間違いない | 違いない | 少なくない | 差出人 | 差し
    最近 | 最終 | 最高経営責任者 | 最低賃金 | 統一 | 一部 | 一般 | 一緒
    もの | その | この | あの | ここの | ので | のに | たのし
  `,
  values: `
    キャンセル | 取消 | 取り消し = cancelled
    完了 = completed
    返品 = returned
    支払い済み | 支払済み = paid
    発送済み = shipped
    オンライン | ネット = online
    店頭 | 店内 | 実店舗 = in store
    電話 = phone
    北部 = north
    南部 = south
    東部 = east
    西部 = west
    ヨーロッパ | 欧州 = Europe
    家具 = furniture
    キッチン | 台所 = kitchen
    照明 = lighting
    ガーデン | 庭 = garden
    文房具 = stationery
    かばん | カバン | 旅行かばん = luggage
    食器 = tableware
    寝具 = bedding
    法人 = corporate
    中小企業 = small business
    消費者 = consumer
    アメリカ | 米国 = United States
    英国 = United Kingdom
    香港 = Hong Kong
  `,
};
