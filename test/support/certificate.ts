// Certificates of servers that tests start.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Signed by itself. `names` are such as `DNS:localhost` and `IP:127.0.0.1`. */
export function makeCertificate(...names: string[]): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`]
  try {
    execFileSync(
      'openssl',
      ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '1', ...subject],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
