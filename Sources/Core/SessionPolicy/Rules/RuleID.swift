/// The identifier of one rule.
///
/// Identifiers never change: scenarios, bug reports and replies cite them by ``id``. The raw value is the name of the case.
public enum RuleID: String, CaseIterable, Hashable, Sendable {
    case sw1, sw2, sw3, sw4, sw5, sw6, sw7
    case lk1, lk2, lk3, lk4, lk5
    case act1, act2, act3, act4, act5, act6, act7, act8, act9, act9b, act10, act11, act12, act13, act14, act15
    case dk1, dk2, dk3, dk4, dk5, dk6, dk7, dk8, dk9
    case sp1
    case bg1, bg2, bg3, bg4, bg5, bg6, bg7, bg8, bg9
    case rte1, rte2, rte3, rte4, rte5, rte6, rte7, rte8, rte9, rte10, rte11, rte12, rte13, rte14, rte15, rte16
    case rte17
    case vol1, vol2, vol3, vol4, vol5, vol6, vol7, vol8, vol9, vol10, vol11, vol12, vol13, vol14, vol15
    case int1, int2, int3, int4, int5, int6, int7, int8, int9, int10, int11, int12, int13, int14, int15, int16
    case int17, int18, int19, int20, int21
    case al1, al2, al3, al4, al5, al6, al7, al8, al9, al10, al11, al12
    case hint1, hint2, hint3, hint4
    case ms1, ms2
    case prm1, prm2, prm3
    case rc1, rc2
    case err1, err2, err3, err4, err5
    case cat1
    case sys1, sys2, sys3, sys4
    case set1
    case app1, app2
    case step1
    // What came with iOS 18 to 27.
    case om1, om2, om3, om4, sfv1, sfv2, sfv3, dr1, mr5, bt9, ff1, ec1, ps1, in1
    case lc1, lc2, lc3
    // Siri in headphones.
    case siri1, siri2

    /// The identifier as it is written, such as `R-DK-1` for `dk1`.
    public var id: String {
        var text = "R-"
        var isNumber = false
        for letter in rawValue.unicodeScalars {
            if !isNumber, letter <= "9" {
                text += "-"
                isNumber = true
            }
            text.unicodeScalars.append(isNumber ? letter : Unicode.Scalar(UInt8(letter.value) & ~0x20))
        }
        return text
    }
}
