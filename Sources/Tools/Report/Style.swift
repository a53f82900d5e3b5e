/// The style of pictures and pages: one set of colours, safe for colour-blind readers (after Okabe and Ito), light and
/// dark.
public enum Style {
    /// The shapes that distinguish states without colour. The page gets them from `colours`, as variables.
    enum Form {
        /// The share of its lane that a lowered sound fills, at the bottom; an audible one fills all of it.
        static let lowered = 0.5
        /// The distance between the lines of a hatch, which means *not heard* or *interrupted*, in pixels.
        static let hatchGap = 7.0
        /// The mark of a sound that starts from its beginning, as a path from its upper corner, 10 pixels high.
        static let begins = "l7 5l-7 5z"
    }

    /// The colours and shapes, by meaning.
    public static let colours = """
        :root{--lowered:\(Form.lowered);--hatch-gap:\(Form.hatchGap);--begins:"\(Form.begins)";\
        --hatch:repeating-linear-gradient(135deg,var(--off) 0 1px,transparent 1px calc(var(--hatch-gap)*1px));\
        color-scheme:light dark;--ground:#fff;--ink:#1b1f24;--quiet:#57606a;--line:#d8dee4;--panel:#f3f5f7;\
        --heard:#0a67a3;--heard-ground:#e3f0f9;--ducked:#a35200;--ducked-ground:#fbeedd;--off:#6e7781;--off-ground:#f0f1f3;\
        --event:#d5e6f3;--event-ink:#0b3c5d;--fails:#b3261e;--focus:#0a67a3}
        @media(prefers-color-scheme:dark){:root{--ground:#12161b;--ink:#e8edf2;--quiet:#a3adb8;--line:#313943;--panel:#1b2128;\
        --heard:#63b8ee;--heard-ground:#16293a;--ducked:#f0a24e;--ducked-ground:#33261a;--off:#98a2ad;--off-ground:#20262d;\
        --event:#1f3a50;--event-ink:#cfe6f7;--fails:#ff8a80;--focus:#63b8ee}}
        @media print{:root{--ground:#fff;--ink:#000;--quiet:#444;--line:#ccc;--panel:#fff;--heard:#0a67a3;\
        --heard-ground:#fff;--ducked:#a35200;--ducked-ground:#fff;--off:#555;--off-ground:#fff;--event:#e6eef5;\
        --event-ink:#000;--fails:#b3261e}}

        """

    /// The style sheet of a picture.
    public static let picture = """
        svg.timeline text{font:13px system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;fill:var(--ink)}
        .timeline .ground{fill:var(--ground)}
        .timeline text.title{font-size:19px;font-weight:650}
        .timeline text.small,.timeline text.tick,.timeline text.beside,.timeline text.rule{fill:var(--quiet)}
        .timeline text.tick{text-anchor:middle}
        .timeline text.label,.timeline text.app,.timeline text.end,.timeline text.rule{text-anchor:end}
        .timeline text.app{font-weight:600}
        .timeline text.rule{font-family:ui-monospace,"DejaVu Sans Mono",monospace}
        #grid,.timeline .rest{stroke:var(--line);stroke-width:1}
        #lines .step path{stroke:var(--ink);stroke-dasharray:2 3;stroke-opacity:.6}
        #lines .step.failed path{stroke:var(--fails);stroke-width:1.6;stroke-dasharray:none;stroke-opacity:1}
        .timeline .kind path{stroke:var(--ink);stroke-width:1.2}
        .timeline .badge circle{fill:var(--ink)}
        .timeline .badge.failed circle{fill:var(--fails)}
        .timeline .badge text{fill:var(--ground);font-weight:700;text-anchor:middle}
        .timeline .flag text{fill:var(--fails);font-weight:600}
        .timeline .device rect{fill:var(--event);rx:4px}
        .timeline text.inside{fill:var(--event-ink)}
        .timeline .session rect{rx:3px;fill:var(--ink)}
        .timeline .session .inactive,.timeline .session .interrupted{fill:none;stroke:var(--off);pointer-events:all}
        .timeline .heard{fill:var(--heard-ground);stroke:var(--heard);stroke-width:.7}
        .timeline .ducked{fill:var(--ducked-ground);stroke:var(--ducked);stroke-width:.7}
        .timeline .unheard{fill:none;stroke:var(--off);stroke-width:.7;pointer-events:all}
        .timeline .wave{stroke:none;pointer-events:none}
        .timeline .wave.heard{fill:var(--heard)}
        .timeline .wave.ducked{fill:var(--ducked)}
        .timeline .hatched{stroke:url(#hatch);stroke-width:36px}.timeline .hatched.bar{stroke-width:6px}.timeline .hatched.sample{stroke-width:14px}
        .timeline .hatch{stroke:var(--off)}
        .timeline .begins{fill:var(--ink)}
        #minimap path{fill:none;stroke-opacity:1}#minimap .heard{stroke:var(--heard)}#minimap .ducked{stroke:var(--ducked)}
        #minimap .unheard{stroke:var(--line)}#minimap .failed{stroke:var(--fails);stroke-width:2}

        """

    static let page = """
        *{box-sizing:border-box}
        body{margin:0;background:var(--ground);color:var(--ink);\
        font:16px/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif}
        main,header{max-width:1280px;margin:0 auto;padding:0 16px}
        h1{font-size:1.5rem;line-height:1.25;margin:20px 0 4px}
        h2{font-size:1.125rem;margin:28px 0 8px}
        p{margin:4px 0}
        .quiet{color:var(--quiet)}
        .fails{color:var(--fails);font-weight:600}
        .scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px;margin:12px 0;position:relative}
        .scroll svg{display:block;width:100%;height:auto}
        .scroll>.frame{min-width:1000px}
        .bar{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
        .bar .keys{font-size:.8125rem;margin-left:auto}
        #clock{font-variant-numeric:tabular-nums;font-weight:600}
        button{font:inherit;padding:6px 14px;border:1px solid var(--quiet);border-radius:6px;background:var(--panel);\
        color:var(--ink);cursor:pointer}
        :focus-visible{outline:3px solid var(--focus);outline-offset:2px}
        ol.steps ul,#detail ul{margin:2px 0 6px;padding-left:1.2em}
        ol.steps{margin:0;padding-left:0;list-style:none}
        ol.steps>li{border-top:1px solid var(--line);padding:8px 0;overflow-wrap:anywhere}
        #detail a,ol.steps a{color:inherit}
        code{font:.9em ui-monospace,"DejaVu Sans Mono",monospace}
        .rules dt{font-weight:600;margin-top:8px}
        .rules dd{margin:0}
        .holds{color:var(--quiet);font-weight:600}
        ol.cards{list-style:none;margin:0;padding:0;display:grid;gap:8px}
        .cards li{border:1px solid var(--line);border-left:4px solid var(--fails);border-radius:8px;padding:8px 14px 10px}
        .cards p,.cards dl{margin:0;overflow-wrap:anywhere}
        .cards .place a{color:inherit}
        .cards .quiet,.cards dt,.cards summary{font-size:.875rem}
        .cards summary{color:var(--quiet);cursor:pointer}
        .sides{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:4px 20px;padding:4px 0}
        .sides dt{color:var(--quiet)}.sides dd{margin:0}
        @media(max-width:599px){.sides{grid-template-columns:minmax(0,1fr)}.window{max-height:24vh}h1{font-size:1.25rem;margin-top:10px}h2{margin-top:14px}\
        header .quiet{font-size:.875rem}}
        mark{background:var(--ducked-ground);color:inherit;border-bottom:2px solid var(--ducked);border-radius:3px;padding:0 2px}
        .window{max-height:min(30vh,20rem);overflow:auto;overscroll-behavior:contain;border-radius:8px}
        table{border-collapse:collapse;width:100%}
        th,td{text-align:left;vertical-align:top;padding:6px 10px 6px 0;border-top:1px solid var(--line);\
        overflow-wrap:break-word}
        td.file{overflow-wrap:anywhere;min-width:6em}
        .needs-script{display:none}
        .say{font-weight:650}
        .failure{border-left:4px solid var(--fails);padding-left:10px;margin:8px 0}
        .source{white-space:pre-wrap;background:var(--panel);border-radius:6px;padding:6px 8px;margin:4px 0;font:13px/1.45 ui-monospace,"DejaVu Sans Mono",monospace}
        @media screen{.has-script .document{display:none}
        .has-script body{background:var(--panel)}
        .has-script main,.has-script header{max-width:none}
        .has-script .viewer{display:grid;gap:10px;grid-template-columns:260px minmax(0,1fr) 350px;height:calc(100vh - 118px);min-height:420px;margin-top:8px}}
        .pane{background:var(--ground);border:1px solid var(--line);border-radius:12px;padding:8px 12px;min-height:0;min-width:0;display:flex;flex-direction:column}
        .viewer h2{margin:0 0 4px;font-size:.9375rem}
        .filters{display:flex;gap:10px;font-size:.875rem;margin-bottom:4px}
        #list{list-style:none;margin:0;padding:0;overflow:auto;flex:1;min-height:0}
        #list button{display:grid;grid-template-columns:3.4em minmax(0,1fr) 1.2em;gap:6px;width:100%;text-align:left;border:0;border-radius:6px;background:none;padding:3px 6px;font-size:.8125rem;line-height:1.4;overflow-wrap:anywhere}
        #list time{color:var(--quiet);text-align:right;font-variant-numeric:tabular-nums}
        #list i{font-style:normal;text-align:center;color:var(--heard)}
        #list .failed i,#list .refused i{color:var(--fails);font-weight:700}
        #list .same span{color:var(--quiet)}
        #list [aria-current]{background:var(--heard-ground);font-weight:650}
        #list .failed[aria-current]{background:var(--ducked-ground)}
        #map{display:block;flex:none;width:100%;height:34px;margin:8px 0;touch-action:none;cursor:grab;forced-color-adjust:none}
        #part{fill:none;stroke:var(--ink);stroke-width:1.5;vector-effect:non-scaling-stroke}
        #plot{overflow:auto;flex:1;min-height:0}
        #plot canvas{display:block;width:100%;forced-color-adjust:none;background:var(--ground)}
        #detail{overflow:auto;flex:1;min-height:0;overflow-wrap:anywhere;font-size:.9375rem}
        #detail .same{color:var(--quiet)}
        #detail .sides{grid-template-columns:minmax(0,1fr)}
        @media screen and (max-width:999px){.has-script .viewer{grid-template-columns:minmax(0,1fr);height:auto}.has-script #list{max-height:30vh}.bar .keys{display:none}#plot{max-height:60vh}.middle{order:-1}}
        @page{size:landscape;margin:12mm}
        @media print{:root,body{font-size:12px}ol.steps li.same{display:none}h2,dt{break-after:avoid}ol.cards{grid-template-columns:1fr 1fr}ol.steps{columns:2;column-gap:24px}
        #grid{display:none}.scroll svg{break-inside:avoid}.frame>svg{max-height:145mm}.frame{display:table;width:100%}.head{display:table-header-group;break-inside:avoid}.window{max-height:none}.cards li{break-inside:avoid}.needs-script{display:none!important}\
        .scroll{overflow:visible;border:0}.scroll>.frame{min-width:0}\
        ol.steps>li{break-inside:avoid}}

        """
}
