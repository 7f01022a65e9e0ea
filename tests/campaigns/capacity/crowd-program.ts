// A program: many devices at one portal, told over IPC. Arguments: the portal, number of the first device, count, first pharmacy.
//
// ConnectionStrings__cs_store names the store's database, into which they come as if they had paired.
import { openStore } from '../../../scripts/seed/seed-store.ts'
import { pairedDevices } from '../soak/load/devices.ts'
import { DEVICES_PER_PHARMACY } from '../soak/load/pace.ts'

const [hubUrl = '', first = '0', count = '0', firstCustomer = '1'] = process.argv.slice(2)

const { db } = await openStore('')
const customerIds = Array.from(
  { length: Number(count) },
  (_, n) => Number(firstCustomer) + Math.floor(n / DEVICES_PER_PHARMACY),
)
const devices = await pairedDevices({ hubUrl, db, customerIds, first: Number(first) })
// scripts/run.cjs lets it go; while devices wait for their order nothing else keeps this program.
process.channel?.ref()
process.on('disconnect', () => process.exit(0))
process.on('message', (order: unknown) => {
  if (order === 'connect') void connect()
  else process.send?.({ kind: 'online', online: devices.online })
})
process.send?.({ kind: 'paired' })

async function connect(): Promise<void> {
  await devices.turnOnAll(() => undefined)
  process.send?.({ kind: 'connected', online: devices.online })
}
