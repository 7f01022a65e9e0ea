// `npm run floods [-- --only NAME] [--seconds N] [--json]`: strangers flood the platform, devices and portals get through.
import { choice, jsonOption, whole } from '../../kit/options.ts'
import { runProgram } from '../../kit/program.ts'
import { FLOODS, type FloodName, type FloodResult } from './floods.ts'
import { startFloodPlace } from './place.ts'
import { reportText } from './report.ts'

const names = Object.keys(FLOODS) as FloodName[]

await runProgram({
  name: 'floods',
  about: `Strangers flood the platform while two devices talk and an admin looks at
pages; exit code 1 when one of them, a portal or a paired device does not get
through. Relay times stand beside the quiet ones and decide nothing.
  requests    100 connections of one address ask for pages
  idle        1,500 silent connections of one address
  streams     one Support account opens live pages in 90 sessions
  store-hub   silent sockets of many addresses; a portal is restarted
  relay-hub   silent sockets of many addresses; paired devices come`,
  options: {
    only: choice('this one', names),
    seconds: whole('of each measurement', { low: 1, high: 600, fallback: 20 }),
    addresses: whole('strangers at the hubs', { low: 1, high: 1_000, fallback: 104 }),
    json: jsonOption,
  },
  run: async ({ only, seconds, addresses, json }, say) => {
    const place = await startFloodPlace(say)
    try {
      const results: FloodResult[] = []
      const sizes = { seconds, addresses, idle: 1_500, sessions: 90, devices: 20 }
      for (const name of only === null ? names : [only]) {
        say(`flood: ${name}`)
        results.push(await FLOODS[name](place, sizes))
      }
      const text = json ? JSON.stringify(results, null, 2) : reportText(results)
      return { text, isGood: results.every(({ isGood }) => isGood) }
    } finally {
      for (const device of place.pair) device.stop()
      await place.stop()
    }
  },
})
