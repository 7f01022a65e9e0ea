// Certificates of devices for tests: real ones, with their keys.
import { deviceCertificateOf, type DeviceCertificate } from '../../keys/device-certificate.ts'
import { makeDeviceKey } from '../../keys/make-device-key.ts'

/** Takes 0.2 to 1 s each. */
export async function newCertificates(count: number): Promise<DeviceCertificate[]> {
  const names = Array.from({ length: count }, (_none, index) => `device-${index + 1}`)
  const made = await Promise.all(names.map(async (name) => makeDeviceKey({ name, nowMs: Date.now() })))
  return made.map(deviceCertificateOf)
}
