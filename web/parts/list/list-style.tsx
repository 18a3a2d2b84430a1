import styles from './list.css?url';

/** The style of found parts and of the choices beside them, for a page that shows them. */
export function ListStyle() {
  return <link rel="stylesheet" href={styles} precedence="default" />;
}
