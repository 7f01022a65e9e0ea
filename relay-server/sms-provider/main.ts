// The SMS provider that is not there, as a program: for trying, beside the identity API.
import { createServer, type Server } from 'node:http'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PortText } from '@pharmacy-relay/shared/env.ts'
import { closeServer, listen } from '../http/listen.ts'
import { isProduction, runProgram } from '../http/program.ts'
import { makeOwnCertificate } from './certificate.ts'
import { receivedPage } from './received-page.ts'
import { startSmsStandIn, type SmsStandIn } from './stand-in.ts'

const HOST = '127.0.0.1'

await runProgram({
  name: 'SMS stand-in',
  settings: {
    SmsProvider__Port: { schema: PortText, help: 'Port of the SMS stand-in', fallback: '5199' },
    SmsProvider__PagePort: {
      schema: PortText,
      help: 'Port of the page of what it received, on this computer without TLS: no browser warns',
      fallback: '5198',
    },
  },
  start: async ({ settings, dataFolder }) => {
    if (isProduction(process.env)) throw new Error('The SMS stand-in sends nothing: it is not for production')
    const tls = await makeOwnCertificate(new Date())
    const folder = path.join(dataFolder, 'sms-provider')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const authority = path.join(folder, 'authority.pem')
    await writeFile(authority, tls.cert)
    const standIn = await startSmsStandIn({ host: HOST, port: settings.SmsProvider__Port, tls })
    const page = await servePage(standIn, settings.SmsProvider__PagePort)
    const url = `https://${HOST}:${standIn.port}/`
    return {
      where: `SMS stand-in on ${url}, its page on http://${HOST}:${settings.SmsProvider__PagePort}/ (Sms__ProviderUrl=${url} Sms__AuthorityFile=${authority})`,
      stop: async () => {
        await closeServer(page, 0)
        await standIn.stop()
      },
    }
  },
})

/** Throws PortBusyError. */
async function servePage({ received }: SmsStandIn, port: number): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(receivedPage(received))
  })
  await listen(server, { host: HOST, port, setting: 'SmsProvider__PagePort' })
  return server
}
