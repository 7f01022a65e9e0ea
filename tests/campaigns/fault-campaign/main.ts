// `npm run fault-campaign [-- --scenario NAME]`: labels flow while things fail, and every label is accounted for.
import { kills } from './kills/scenario.ts'
import { order } from './order/scenario.ts'
import { paper } from './paper/scenario.ts'
import { roaming } from './roaming/scenario.ts'
import { updates } from './updates/scenario.ts'

const SCENARIOS = new Map([
  ['kills', kills],
  ['order', order],
  ['paper', paper],
  ['roaming', roaming],
  ['updates', updates],
])

const args = process.argv.slice(2)
const at = args.indexOf('--scenario')
const [, name = 'kills'] = at < 0 ? [] : args.splice(at, 2)
const run = SCENARIOS.get(name)
if (run === undefined) {
  process.stderr.write(`fault-campaign: --scenario must be one of ${[...SCENARIOS.keys()].join(', ')}\n`)
  process.exit(2)
}
await run(name === 'kills' ? 'fault-campaign' : `fault-campaign -- --scenario ${name}`, args)
