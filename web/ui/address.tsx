/** An e-mail address: it breaks before its @, and within its halves only on a phone. */
export function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span className="max-md:[overflow-wrap:anywhere]">
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </span>
  );
}
