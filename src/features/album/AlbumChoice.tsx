import { useId } from 'react'
import type { OffreAlbum } from '#domain/album/album.ts'
import { french } from '#src/ui/text/french.ts'
import { choixLabels, lotWords } from './albumWords.ts'
import css from './Album.module.css'

interface Props {
  offre: OffreAlbum
  checked: boolean
  onChoose: () => void
}

export function AlbumChoice({ offre, checked, onChoose }: Props) {
  const { label, about } = choixLabels[offre.choix]
  const id = useId()
  return (
    <div className={css.choice}>
      <input
        type="radio"
        id={id}
        name="album"
        value={offre.choix}
        checked={checked}
        aria-describedby={`${id}-lot`}
        onChange={onChoose}
      />
      <div>
        <label htmlFor={id}>{french(label)}</label>
        <p id={`${id}-lot`}>
          <span className={css.size}>{lotWords(offre)}</span>
          <span className={css.about}>{french(about)}</span>
        </p>
      </div>
    </div>
  )
}
