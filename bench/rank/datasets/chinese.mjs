import { createRandom } from '../lib/random.mjs';
import { collect } from './collect.mjs';

const words = (text) => text.split(' ');
const places = words(
  '北京 上海 广州 深圳 天津 重庆 成都 武汉 南京 杭州 西安 苏州 郑州 长沙 青岛 沈阳 大连 宁波 厦门 济南 合肥 福州 昆明 哈尔滨 长春 石家庄 南昌 贵阳 太原 南宁 兰州 海口 银川 西宁 拉萨 呼和浩特 乌鲁木齐 珠海 东莞 佛山 无锡 温州 泉州 烟台 徐州 洛阳 桂林 绵阳 扬州 绍兴',
);
const brands = Array.from(
  '华新中天海金大东远宏安信恒盛达通联创立科方正明星云龙凤山河江川林森宇宙光辉智慧和美乐嘉诚德仁义友邦泰康润丰源顺',
);
const trades = words(
  '科技 信息技术 网络 软件 电子 通信 医药 生物 化工 机械 汽车 物流 贸易 教育 文化 传媒 旅游 食品 餐饮 服装 家具 建筑 装饰 房地产 能源 环保 农业 金融 投资 咨询',
);
const forms = words('有限公司 股份有限公司 集团 研究院 分公司 中心 事务所 工作室 学校 医院');

/** Names of companies and other places: 杭州云河软件有限公司. */
export function createChinese(count, seed) {
  const random = createRandom(seed);
  return collect(count, random, () => {
    const place = random.chance(0.8) ? random.pick(places) : '';
    const brand = Array.from({ length: 2 + Number(random.chance(0.3)) }, () => random.pick(brands)).join('');
    const trade = random.chance(0.7) ? random.pick(trades) : '';
    return place + brand + trade + random.pick(forms);
  });
}
