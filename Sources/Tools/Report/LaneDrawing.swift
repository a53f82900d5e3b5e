/// Draws a span of a lane on a canvas; the beginning of the scripts of the page and of the report.
public enum LaneDrawing {
    /// The source text.
    public static let script = """
        // Draws spans of lanes: audible, lowered or silent. Shapes and colours come from the document's style.

        const lookOf = place => {
          const style = getComputedStyle(place);
          const valueOf = name => style.getPropertyValue(`--${name}`).trim();
          const names = ['ground', 'ink', 'quiet', 'line', 'event', 'event-ink', 'fails', 'heard', 'heard-ground', 'ducked', 'ducked-ground', 'off',
            'off-ground'];
          return {
            ...Object.fromEntries(names.map(name => [name, valueOf(name)])), lowered: Number(valueOf('lowered')),
            gap: Number(valueOf('hatch-gap')) * Math.SQRT2,
            records: valueOf('fails'), 'records-ground': valueOf('off-ground'), begins: valueOf('begins').slice(1, -1),
          };
        };

        // Fits a canvas to its element, and returns its context in CSS pixels.
        const penOf = (canvas, width, height) => {
          const ratio = devicePixelRatio || 1, [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
          if (canvas.width !== wide || canvas.height !== high) {
            [canvas.width, canvas.height] = [wide, high];
            canvas.style.height = `${height}px`;
          }
          const pen = canvas.getContext('2d');
          pen.setTransform(ratio, 0, 0, ratio, 0, 0);
          pen.clearRect(0, 0, width, height);
          return pen;
        };

        // Draws a span from `from` to `to` of a sound that started at `start`. `peakAt` returns the peak at a position,
        // from 0 to 1, or nothing if unknown.
        const paintSpan = (pen, look, {way, from, to, start, top, height, begins}, peakAt) => {
          const low = way === 'ducked' ? height * look.lowered : height, middle = top + height - low / 2;
          pen.save();
          pen.beginPath();
          pen.rect(from, top + height - low, to - from, low);
          pen.fillStyle = look[way === 'unheard' ? 'off-ground' : `${way}-ground`];
          pen.fill();
          pen.clip();
          pen.lineWidth = 1;
          pen.beginPath();
          if (way === 'unheard') {
            for (let line = from - height - (from - start) % look.gap; line < to; line += look.gap) {
              pen.moveTo(line, top + height);
              pen.lineTo(line + height, top);
            }
            pen.strokeStyle = look.line;
            pen.stroke();
            pen.beginPath();
            pen.setLineDash([2, 4]);
            pen.moveTo(from, middle);
            pen.lineTo(to, middle);
            pen.strokeStyle = look.off;
            pen.stroke();
          } else {
            pen.fillStyle = look[way];
            const points = [];
            for (let x = from - (from - start) % 2; peakAt && x < to + 2; x += 2) points.push([x, Math.max(0.5, peakAt(x) ** 0.6 * (low / 2 - 2))]);
            for (const [x, half] of points) pen.lineTo(x, middle - half);
            for (const [x, half] of points.reverse()) pen.lineTo(x, middle + half);
            if (!peakAt) pen.rect(from, middle - 2, to - from, 4);
            pen.fill();
          }
          pen.restore();
          if (!begins || start < from) return;
          pen.fillStyle = look.ink;
          pen.fill(new Path2D(`M${start} ${top + height / 2 - 5}${look.begins}`));
        };

        """
}
