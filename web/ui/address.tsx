/** An e-mail address that wraps before its @, on a phone anywhere. */
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
