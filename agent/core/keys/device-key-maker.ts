// Makes the key pair of a device and its certificate, in a process that ends with it: what X.509 needs takes 14 MB, once
// in the life of an agent, and a thread would not give them back. Its bundle is agent/dist/device-key-maker.mjs.
import { NewDevice } from './device-certificate.ts'
import { newDeviceKey } from './new-device-key.ts'

process.once('message', (device) => void answer(NewDevice.parse(device)))
// Nobody is left to make it for.
process.once('disconnect', () => process.exit())

async function answer(device: NewDevice): Promise<void> {
  const made = await newDeviceKey(device)
  process.send?.(made, () => process.exit())
}
