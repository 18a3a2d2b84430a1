import { useEffect, useState } from 'react';

/** A text as a QR code, drawn in the browser because it is a secret; empty while the library loads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<{ readonly size: number; readonly path: string }>();
  useEffect(() => {
    let left = false;
    void import('uqr').then(({ encode }) => {
      // Readers need a white border of four modules, in the dark theme too.
      const { size, data } = encode(text, { ecc: 'L', border: 4 });
      const dark = data.flatMap((row, y) =>
        row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
      );
      if (!left) setDrawn({ size, path: dark.join('') });
    });
    return () => void (left = true);
  }, [text]);
  return (
    <div className="size-52 flex-none rounded-md bg-white">
      {drawn && (
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${drawn.size} ${drawn.size}`}
          shapeRendering="crispEdges"
          className="size-full"
        >
          <path d={drawn.path} fill="#000" />
        </svg>
      )}
    </div>
  );
}
