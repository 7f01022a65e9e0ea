// The SMS provider that is not there, as a program: for trying, beside the identity API.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PortText } from '@pharmacy-relay/shared/env.ts'
import { isProduction, runProgram } from '../http/program.ts'
import { makeOwnCertificate } from './certificate.ts'
import { startSmsStandIn } from './stand-in.ts'

const HOST = '127.0.0.1'

await runProgram({
  name: 'SMS stand-in',
  settings: {
    SmsProvider__Port: { schema: PortText, help: 'Port of the SMS stand-in', fallback: '5199' },
  },
  start: async ({ settings, dataFolder }) => {
    if (isProduction(process.env)) throw new Error('The SMS stand-in sends nothing: it is not for production')
    const tls = await makeOwnCertificate(new Date())
    const folder = path.join(dataFolder, 'sms-provider')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const authority = path.join(folder, 'authority.pem')
    await writeFile(authority, tls.cert)
    const standIn = await startSmsStandIn({ host: HOST, port: settings.SmsProvider__Port, tls })
    const url = `https://${HOST}:${standIn.port}/`
    return {
      where: `SMS stand-in on ${url} (Sms__ProviderUrl=${url} Sms__AuthorityFile=${authority})`,
      stop: () => standIn.stop(),
    }
  },
})
