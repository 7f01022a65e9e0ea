// Brokers that are often taken for this: mosquitto and nats-server, each with clients that subscribe to what is theirs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { programPath } from '../print/programs.ts'
import { wireCrowd, type Crowd } from './crowd.ts'
import { documentOf } from './documents.ts'
import { startForeign } from './server-process.ts'
import { mqttClient, mqttPublish, natsClient, natsPublish } from './wire-clients.ts'

/** The number of the connection that publishes; no client of a crowd has it. */
const PUBLISHER = 9_999_999
const PUBLISHER_ADDRESS = '127.10.0.1'

/** A text says why there is none. */
export async function mosquittoCrowd(): Promise<Crowd | string> {
  const file = programPath('mosquitto')
  if (file === null) return 'not installed: Debian package mosquitto'
  const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-bench-mosquitto-'))
  const port = await freePort()
  const config = path.join(folder, 'mosquitto.conf')
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', `user ${os.userInfo().username}`]
  writeFileSync(config, `${lines.join('\n')}\n`)
  const server = await startForeign(file, ['-c', config], port)
  const publisher = await mqttClient({ port, localAddress: PUBLISHER_ADDRESS, device: PUBLISHER })
  const crowd = wireCrowd(server, mqttClient, (device) => publisher.write(mqttPublish(device, text())))
  return {
    ...crowd,
    stop: async () => {
      publisher.close()
      await crowd.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A text says why there is none. */
export async function natsCrowd(): Promise<Crowd | string> {
  const file = programPath('nats-server')
  if (file === null) return 'not installed: Debian package nats-server'
  const port = await freePort()
  const server = await startForeign(file, ['--addr', '127.0.0.1', '--port', String(port)], port)
  const publisher = await natsClient({ port, localAddress: PUBLISHER_ADDRESS, device: PUBLISHER })
  const crowd = wireCrowd(server, natsClient, (device) => publisher.write(natsPublish(device, text())))
  return {
    ...crowd,
    stop: async () => {
      publisher.close()
      await crowd.stop()
    },
  }
}

const text = (): string => JSON.stringify(documentOf(1))
