import type { UnspacedLanguage } from '#src/language/unspaced.ts';

/** What Chinese asks for something with; matched in simplified letters. */
export const CHINESE: UnspacedLanguage = {
  tag: 'zh',
  name: 'Chinese',
  letters: null,
  own: /[的们这哪么吗呢没谁请买卖订单总额过个门产价东电话货给还户笔种]/u,
  variants: `總总 訂订 單单 過过 個个 幾几 沒没 後后 間间 億亿 萬万 兩两 從从 來来 於于 計计 額额 數数 價价 對对 這这 週周 門门 產产 國国 區区
    東东 無无 僅仅 還还 較较 減减 變变 趨趋 勢势 請请 給给 線线 電电 話话 貨货 銷销 筆笔 張张 條条 種种 類类 戶户 達达 滿满 貴贵 長长 為为
    與与 麼么 嗎吗 誰谁 買买 賣卖 該该 們们 進进 負负 傢家 廚厨 園园 燈灯 箱箱`,
  // 三十个订单, 20家门店.
  counters: `个 名 位 家 笔 件 张 条 次 种 项 台 间 份 人 元 块 美元 欧元 % 岁`,
  of: ['的'],
  years: `
    去年 | 上一年 | 上年 = last year
    今年 | 本年 | 本年度 | 这一年 = this year
    明年 = next year
  `,
  // 2025年3月, 去年第三季度, 最近30天.
  periods: `
    {y}{month}月{day}日 | {y}{month}月{day}号 = {day} {Month} {y}
    {y}{month}月份 | {y}{month}月 = {Month} {y}
    {y}{month}月[到/至/~/-]{month2}月 | {y}{month}[到/至/~/-]{month2}月 = {Month} {y} to {Month2} {y}
    {y}第{quarter}季度 | {y}第{quarter}季 | {y}{quarter}季度 | {y}[Q/q]{quarter} = Q{quarter} {y}
    {y}上半年 | {y}前半年 = H1 {y}
    {y}下半年 | {y}后半年 = H2 {y}
    {year}年度 | {year}全年 | {year}年全年 | {y} = {y}
    {month}月份 | {month}月 = {Month}
    {month}月[到/至/~/-]{month2}月 | {month}[到/至/~/-]{month2}月 = {Month} to {Month2}
    上个月 | 上月 = last month
    这个月 | 本月 | 当月 = this month
    上个季度 | 上季度 = last quarter
    这个季度 | 本季度 = this quarter
    上周 | 上个星期 | 上星期 = last week
    本周 | 这周 | 这个星期 = this week
    今天 | 今日 = today
    昨天 | 昨日 = yesterday
    今年以来 | 今年至今 | 年初至今 | 年初以来 = year to date
    本月以来 | 本月至今 | 月初至今 = month to date
    [最近/过去/近]#[天/日] = the last # days
    [最近/过去/近]#[周/个星期] = the last # weeks
    [最近/过去/近]#[个月/月] = the last # months
    [最近/过去/近]#[个季度/季度] = the last # quarters
    [最近/过去/近]#年 = the last # years
    {year}[财年/财政年度] | #年{month}月{day}日 | #年{month}月 | #年 | #[天/日/号/周/小时/分钟] | #个[月/星期/季度] = ?
    前年 | 后年 | 同期 | 前#[天/周/个月/个季度/季度/年] | 后#[天/周/个月/年] = ?
  `,
  links: ['到', '至', '~', '～', '-', '—', '–'],
  periodEnds: `
    以来 | 至今 | 起 | 开始 | 及以后 = since
    之前 | 以前 = before
    为止 | 截止 = until
    之后 | 以后 = around
    年末 | 年底 | 末 | 底 = end of
    年初 | 初 = beginning of
    春天 | 春季 | 春 | 夏天 | 夏季 | 夏 | 秋天 | 秋季 | 秋 | 冬天 | 冬季 | 冬 | 上旬 | 中旬 | 下旬 | 中期 = early
    前#个季度 | 前#季度 | 前#个月 | 前#天 | 前#周 = early
  `,
  // 超过20, 20以上; 以后 and 最多5 are said of either side.
  bounds: `
    超过# | 大于# | 多于# | 高于# | 高过# | 超出# | 贵于# | 晚于# = more than #
    至少# | 至少有# | 不少于# | 不低于# | 不小于# | 大于等于# | 大于或等于# | 起码# = at least #
    少于# | 小于# | 低于# | 不到# | 不足# | 未满# | 不满# = less than #
    不超过# | 不多于# | 不高于# | 不大于# | 至多# | 小于等于# | 小于或等于# = at most #
    没有超过# | 没超过# = at most #
    等于# | 正好# | 恰好# = exactly #
    #以上 | #及以上 | #或以上 | #或更多 | #或更高 = # or more
    #以下 | #及以下 | #或以下 | #或更少 | #以内 = # or less
    最多# | 最少# | 最高# | 最低# = around #
    #多 | #几 | #左右 | 大约# | 约# = around #
  `,
  leads: `
    前# | 排名前# | 排前# | 头# | 最好的# | 最佳的# | [TOP/Top/top]# | [TOP/Top/top] # = top #
    后# | 倒数# | 倒数前# | 最差的# = bottom #
  `,
  // 收入最高的门店, 从高到低.
  ends: `
    最高的 | 最高 | 最贵的 | 最贵 = highest
    最低的 | 最低 | 最便宜的 | 最便宜 = lowest
    最多的 | 最多 = most
    最少的 | 最少 = fewest
    最大的 | 最大 = largest
    最小的 | 最小 = smallest
    最早的 | 最早 = earliest
    最新的 | 最新 | 最晚的 | 最晚 = latest
    [从/由][高到低/大到小/多到少] | 降序 = highest first
    [从/由][低到高/小到大/少到多] | 升序 = lowest first
  `,
  aggregates: `
    平均值 | 平均 | 均值 | 人均 = average
    总计 | 总共 | 一共 | 合计 | 总和 | 总额 | 总量 | 总 = total
    总共有多少 | 一共有多少 | 共有多少 | 总数 | 有多少 | 有几 | 多少[个/名/位/家/笔/件/张/条/次/种/项/台/间/份/人] = how many
    几[个/名/位/家/笔/件/张/条/次/项/台/间/份] = how many
    多少 = how much
    不同的 | 不同 | 不重复的 | 不重复 | 去重 | 互不相同 | 各异 = different
    几种 | 多少种 | 多少个不同的 | 几个不同的 | 几类 = how many different
    中位数 = median
  `,
  // 从来没有, 不包括, 除了.
  negations: `
    从来没有 | 从来没 | 从没有 | 从没 | 从未 | 还没有 | 还没 | 尚未 | 未曾 | 一直没有 | 一直没 = never
    没有 | 没 = without
    不是 | 不属于 | 不等于 | 并非 = not
    不在 = not in
    不包括 | 不包含 | 不含 | 不算 | 除了 | 除去 | 除外 | 之外 | 以外 | 排除 | 剔除 | 扣除 = excluding
  `,
  undoesNegation: ['还要', '还有', '还显示', '还列出', '同时'],
  groups: `
    每个月 | 每月 | 各月 | 按月 | 逐月 | 分月 = per month
    每一年 | 每年 | 各年 | 按年 | 逐年 = per year
    每个季度 | 每季度 | 各季度 | 按季度 | 按季 = per quarter
    每周 | 各周 | 按周 = per week
    每天 | 每日 | 各日 | 按天 | 按日 = per day
  `,
  comparing: `
    同比 | 环比 | 增长率 | 增长 | 增加 | 增幅 = growth
    相比 | 对比 | 比较 | 较去年 | 较上月 | 比去年 | 比上月 | 差异 | 差额 = compared
    减少 | 下降 | 变化 | 变动 = change
    趋势 | 走势 | 预测 = trend
  `,
  asking: `
    请问 | 哪些 | 哪个 | 哪家 | 哪位 | 哪种 | 哪里 | 什么 | 谁 = which
    显示 | 列出 | 查询 | 展示 | 给我 | 告诉我 | 请 = show
    只有 | 仅仅 | 仅 | 只 = only
    有没有 | 有哪些 | 是不是 | 是否 | 能不能 | 可不可以 | 会不会 | 要不要 | 吗 | 呢 = are there
    是多少 = is how much
  `,
  // Letters of a phrase that say something else.
  passed: `
    总部 | 总监 | 总经理 | 总裁 | 总统 | 总理 | 总是 | 总之 | 总结 | 总线 | 老总 | 汇总
    没收 | 没问题 | 没错 | 没关系 | 埋没 | 出没 | 沉没
    目前 | 之前 | 以前 | 当前 | 提前 | 前台 | 前端 | 前提 | 之后 | 以后 | 今后 | 售后 | 后台 | 后端 | 背后 | 最后 | 头发
    最近 | 最终 | 最低工资 | 最高法院 | 另外 | 此外
    差不多 | 百货 | 统一 | 一般 | 一些 | 一下 | 一直 | 一起 | 一样 | 几乎 | 只要 | 只能
    目的 | 的确
  `,
  // States and kinds that values are called by, as in the tables of other languages.
  values: `
    已取消 | 取消 = cancelled
    已完成 | 完成 = completed
    已退货 | 退货 = returned
    已付款 | 已支付 = paid
    已发货 = shipped
    线上 | 在线 | 网上 | 网络 = online
    店内 | 门店内 | 实体店 = in store
    电话 = phone
    北部 | 北区 | 北方 = north
    南部 | 南区 | 南方 = south
    东部 | 东区 = east
    西部 | 西区 = west
    欧洲 = Europe
    家具 = furniture
    厨房 = kitchen
    照明 | 灯具 = lighting
    花园 | 园艺 = garden
    文具 = stationery
    箱包 = luggage
    餐具 = tableware
    床上用品 = bedding
    企业 = corporate
    小企业 | 小型企业 = small business
    消费者 = consumer
    香港 = Hong Kong
    台湾 = Taiwan
  `,
};
