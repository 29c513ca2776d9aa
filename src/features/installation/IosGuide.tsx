import { Share, SquarePlus } from 'lucide-react'
import { Button } from '#src/ui/button/Button.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { french } from '#src/ui/text/french.ts'
import css from './Installation.module.css'

/** iOS has no install prompt: shows two drawn steps. */
export function IosGuide({ onClose }: { onClose: () => void }) {
  return (
    <Sheet
      title="Installer Éclats en deux gestes"
      onClose={onClose}
      foot={
        <Button look="primary" wide onClick={onClose}>
          J'ai compris
        </Button>
      }
    >
      <ol className={css.steps}>
        <li className={css.step}>
          <span className={css.drawing} aria-hidden="true">
            <span className={css.screen}>
              <span className={css.bar}>
                <span className={css.dot} />
                <span className={css.dot} />
                <span className={css.aim}>
                  <Share />
                </span>
                <span className={css.dot} />
                <span className={css.dot} />
              </span>
            </span>
          </span>
          <p>
            <b>Touchez Partager</b>
            <br />
            Le carré avec une flèche, dans la barre de Safari.
          </p>
        </li>
        <li className={css.step}>
          <span className={css.drawing} aria-hidden="true">
            <span className={css.screen}>
              <span className={css.choices}>
                <span className={css.line} />
                <span className={css.line} />
                <span className={css.choice}>
                  <span className={css.line} />
                  <SquarePlus />
                </span>
                <span className={css.line} />
              </span>
            </span>
          </span>
          <p>
            <b>{french("Choisissez « Sur l'écran d'accueil »")}</b>
            <br />
            Vous vous connecterez une fois dans l'application installée.
          </p>
        </li>
      </ol>
    </Sheet>
  )
}
