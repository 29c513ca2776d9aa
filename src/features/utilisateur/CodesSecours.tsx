import { Copy, Download } from 'lucide-react'
import { downloadFile } from '#src/pwa/queue/saveToPhone.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { french } from '#src/ui/text/french.ts'
import { copyText } from '#src/ui/toast/copyText.ts'
import css from './SecondFacteur.module.css'

/** Ten recovery codes, shown once, with buttons to copy and to download them. */
export function CodesSecours({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    copyText(text, {
      copied: { title: 'Codes copiés' },
      failed: { title: 'Copie impossible', message: 'Téléchargez les codes, ou notez-les.' },
    })
  return (
    <>
      <p>
        {french(
          "Gardez ces codes de secours en lieu sûr, ailleurs que sur cet appareil : chacun remplace une fois l'application ou la clé d'accès. Ils ne seront plus affichés.",
        )}
      </p>
      <ul className={css.codes} aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onClick={() => void copy()}>
          <Copy />
          Copier
        </Button>
        <Button onClick={() => downloadFile(new File([text], 'eclats-codes-de-secours.txt', { type: 'text/plain' }))}>
          <Download />
          Télécharger
        </Button>
      </div>
    </>
  )
}
