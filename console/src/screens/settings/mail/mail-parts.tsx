// What follows the form of the mail server.
import type { InstallationSettings } from '../../../api/installation-settings.ts'
import { MailRecords } from './records.tsx'
import { MailTexts } from './texts.tsx'

export default function MailParts({ settings }: { settings: InstallationSettings }) {
  const { mail, mail_texts } = settings
  return (
    <>
      {mail.value && <MailRecords />}
      <MailTexts key={JSON.stringify(mail_texts)} setting={mail_texts} />
    </>
  )
}
