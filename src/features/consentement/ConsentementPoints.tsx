import { Eye, MapPin, Trash2 } from 'lucide-react'
import css from './Consentement.module.css'

/** Summary of the consent in a few points. */
export function ConsentementPoints() {
  return (
    <ul className={css.consent}>
      <li>
        <Eye />
        <span>Vos photos sont vues par les membres de l'événement, une fois validées par son organisateur.</span>
      </li>
      <li>
        <MapPin />
        <span>Le lieu de prise de vue est retiré pour les autres.</span>
      </li>
      <li>
        <Trash2 />
        <span>Vous pouvez supprimer vos photos et révoquer cet accord à tout moment.</span>
      </li>
    </ul>
  )
}
